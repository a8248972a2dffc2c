#!/usr/bin/ruby
# What Ruby's XML-RPC library has beyond the specification: nil, system.multicall and i8, which it reads; wide
# integers it writes as text here.
#   xmlrpc_extensions.rb serve        serves Echo.perhaps and Echo.wide, which give back what they get
#   xmlrpc_extensions.rb call PORT    calls them, and prints what came of each as an array in JSON
require "json"
require "webrick"
require "xmlrpc/client"
require "xmlrpc/server"

$VERBOSE = nil
XMLRPC::Config::ENABLE_NIL_CREATE = true
XMLRPC::Config::ENABLE_NIL_PARSER = true

def serve
  servlet = XMLRPC::WEBrickServlet.new
  servlet.add_handler("Echo.perhaps") { |value| value }
  servlet.add_handler("Echo.wide") { |value| value.positive? ? value.to_s : raise(XMLRPC::FaultException.new(7, "too low")) }
  servlet.add_multicall
  http = WEBrick::HTTPServer.new(BindAddress: "127.0.0.1", Port: 0, Logger: WEBrick::Log.new(File::NULL), AccessLog: [])
  http.mount("/RPC2", servlet)
  Thread.new { http.start }
  $stdout.sync = true
  puts "PORT #{http.config[:Port]}"
  $stdin.read
  exit!(0)
end

def outcome(value)
  value.is_a?(XMLRPC::FaultException) ? [value.faultCode, value.faultString] : value
end

def call(port)
  client = XMLRPC::Client.new("127.0.0.1", "/RPC2", port)
  alone = [["Echo.perhaps", nil], ["Echo.perhaps", 5], ["Echo.wide", (1 << 40).to_s], ["Echo.wide", -1], ["Echo.none", 1]]
  results = alone.map { |method, value| client.call2(method, value).last }
  together = client.multicall2(*alone).last
  puts JSON.generate((results + together).map { |value| outcome(value) })
end

ARGV.first == "serve" ? serve : call(Integer(ARGV.fetch(1)))
