#!/usr/bin/ruby
# jsonrpc_server tcp [port]: Database.Request as JSON-RPC 2.0, until standard input closes. Debian has no JSON-RPC
# library for Ruby: this is the standard JSON library on WEBrick, with what the specification asks for here.
$LOAD_PATH.unshift(__dir__)
require "webrick"
require "commands"

class Endpoint < WEBrick::HTTPServlet::AbstractServlet
  def do_POST(request, response)
    answer = reply(request.body.to_s.dup.force_encoding(Encoding::UTF_8))
    response.status = answer ? 200 : 204
    response["Content-Type"] = "application/json"
    response.body = answer ? JSON.generate(answer) : ""
  end

  private

  def reply(body)
    said = JSON.parse(body)
    return one(said) unless said.is_a?(Array) && !said.empty?

    answers = said.filter_map { |call| one(call) }
    answers unless answers.empty?
  rescue JSON::ParserError
    refusal(-32_700, "Parse error")
  end

  def one(call)
    return refusal(-32_600, "Invalid Request") unless call.is_a?(Hash) && call["jsonrpc"] == "2.0" && call["method"].is_a?(String)

    answer = outcome(call["method"], call["params"])
    { "jsonrpc" => "2.0", **answer, "id" => call["id"] } if call.key?("id")
  end

  def outcome(method, wanted)
    return failure(-32_601, "Method not found") unless method == "Database.Request"

    id, photo = wanted.values_at("id", "photo") if wanted.is_a?(Hash)
    return failure(-32_602, "Invalid params") unless id.is_a?(Integer) && !id.negative? && [true, false].include?(photo)

    info = Record.of(id, photo)
    { "result" => info.merge("photo" => [info["photo"]].pack("m0")) }
  end

  def failure(code, message)
    { "error" => { "code" => code, "message" => message } }
  end

  def refusal(code, message)
    { "jsonrpc" => "2.0", **failure(code, message), "id" => nil }
  end
end

Commands.serve do |host, port|
  http = WEBrick::HTTPServer.new(BindAddress: host, Port: port, Logger: WEBrick::Log.new(File::NULL), AccessLog: [])
  http.mount("/", Endpoint)
  Thread.new { http.start }
  http.config[:Port]
end
