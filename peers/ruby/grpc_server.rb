#!/usr/bin/ruby
# grpc_server tcp [port]: Database.Request on gRPC's Ruby library, until standard input closes.
$LOAD_PATH.unshift(__dir__)
require "database_services_pb"
require "commands"

class Database < Rpcbench::Database::Service
  def request(wanted, _call)
    Rpcbench::Info.new(**Record.of(wanted.id, wanted.photo).transform_keys(&:to_sym))
  rescue ArgumentError => e
    raise GRPC::InvalidArgument, e.message
  end
end

Commands.serve do |host, port|
  server = GRPC::RpcServer.new
  port = server.add_http2_port("#{host}:#{port}", :this_port_is_insecure)
  server.handle(Database)
  Thread.new { server.run }
  server.wait_till_running(10) or abort "it does not run"
  port
end
