#!/usr/bin/ruby
# xmlrpc_server tcp [port]: Database.Request on Ruby's XML-RPC library over WEBrick, until standard input closes.
$LOAD_PATH.unshift(__dir__)
require "webrick"
require "xmlrpc/server"
require "commands"

Commands.serve do |host, port|
  servlet = XMLRPC::WEBrickServlet.new
  servlet.add_handler("Database.Request") do |wanted|
    info = Record.of(wanted.fetch("id"), wanted.fetch("photo"))
    info.merge("photo" => XMLRPC::Base64.new(info["photo"]))
  rescue ArgumentError, KeyError => e
    raise XMLRPC::FaultException.new(1, e.message)
  end
  servlet.add_multicall
  http = WEBrick::HTTPServer.new(BindAddress: host, Port: port, Logger: WEBrick::Log.new(File::NULL), AccessLog: [])
  http.mount("/RPC2", servlet)
  Thread.new { http.start }
  http.config[:Port]
end
