#!/usr/bin/ruby
# Dates of XML-RPC as Ruby's library has them.
#   xmlrpc_dates.rb serve        serves Calendar.At, a day later
#   xmlrpc_dates.rb call PORT    calls it, and prints a line in JSON for what came of each call
require "json"
require "webrick"
require "xmlrpc/client"
require "xmlrpc/server"

$VERBOSE = nil

def serve
  servlet = XMLRPC::WEBrickServlet.new
  servlet.add_handler("Calendar.At") { |date| Time.utc(*date.to_a) + 86_400 }
  http = WEBrick::HTTPServer.new(BindAddress: "127.0.0.1", Port: 0, Logger: WEBrick::Log.new(File::NULL), AccessLog: [])
  http.mount("/RPC2", servlet)
  Thread.new { http.start }
  $stdout.sync = true
  puts "PORT #{http.config[:Port]}"
  $stdin.read
  exit!(0)
end

def call(port)
  client = XMLRPC::Client.new("127.0.0.1", "/RPC2", port)
  dates = [
    XMLRPC::DateTime.new(1998, 7, 17, 14, 8, 55),
    XMLRPC::DateTime.new(1, 1, 1, 0, 0, 0),
    Time.utc(2024, 2, 29, 23, 59, 59),
    DateTime.new(9999, 12, 31, 23, 59, 59),
    Date.new(2000, 2, 29),
    XMLRPC::DateTime.new(1998, 2, 30, 0, 0, 0)
  ]
  dates.each do |date|
    fine, value = client.call2("Calendar.At", date)
    puts JSON.generate(fine ? [value.class.name, *value.to_a] : ["fault", value.faultCode, value.faultString])
  end
end

ARGV.first == "serve" ? serve : call(Integer(ARGV.fetch(1)))
