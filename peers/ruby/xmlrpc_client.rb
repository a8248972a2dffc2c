#!/usr/bin/ruby
# xmlrpc_client tcp HOST PORT: Ruby's XML-RPC library, which keeps its connection; commands as in ../README.md.
$LOAD_PATH.unshift(__dir__)
require "xmlrpc/client"
require "commands"

Commands.obey do |host, port|
  client = XMLRPC::Client.new(host, "/RPC2", port)
  ->(id, photo) { client.call("Database.Request", { "id" => id, "photo" => photo }) }
end
