#!/usr/bin/ruby
# grpc_client tcp HOST PORT: one channel; commands as in ../README.md.
$LOAD_PATH.unshift(__dir__)
require "database_services_pb"
require "commands"

Commands.obey do |host, port|
  stub = Rpcbench::Database::Stub.new("#{host}:#{port}", :this_channel_is_insecure)
  lambda do |id, photo|
    info = stub.request(Rpcbench::InfoRequest.new(id: id, photo: photo))
    {
      "id" => info.id,
      "first_name" => info.first_name,
      "last_name" => info.last_name,
      "age" => info.age,
      "email" => info.email,
      "phone" => info.phone,
      "newsletter" => info.newsletter,
      "latitude" => info.latitude,
      "longitude" => info.longitude,
      "photo" => info.photo
    }
  end
end
