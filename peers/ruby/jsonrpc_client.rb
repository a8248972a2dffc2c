#!/usr/bin/ruby
# jsonrpc_client tcp HOST PORT: JSON-RPC 2.0 by the standard libraries for JSON and HTTP (Debian has none for Ruby
# that does both), on one connection; commands as in ../README.md.
$LOAD_PATH.unshift(__dir__)
require "net/http"
require "commands"

Commands.obey do |host, port|
  http = Net::HTTP.start(host, port)
  lambda do |id, photo|
    call = { "jsonrpc" => "2.0", "method" => "Database.Request", "params" => { "id" => id, "photo" => photo }, "id" => id }
    response = http.post("/", JSON.generate(call), "Content-Type" => "application/json")
    answer = JSON.parse(response.body.force_encoding(Encoding::UTF_8))
    raise "it answers #{answer["error"]}" unless answer.key?("result") && answer["id"] == id

    info = answer["result"]
    info.merge("photo" => info["photo"].unpack1("m0"))
  end
end
