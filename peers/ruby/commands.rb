# How these programs are driven: ../README.md.
require "json"
require_relative "record"

module Commands
  def self.arguments(least, usage)
    return ARGV.drop(1) if ARGV.length >= least && ARGV.first == "tcp"

    abort "usage: #{File.basename($PROGRAM_NAME)} #{usage}"
  end

  # Yields the host and port to listen on and gets the port that it is, while the server runs in threads of its own.
  def self.serve
    $stdout.sync = true
    port = yield ENV.fetch("MANYRPC_LISTEN", "127.0.0.1"), Integer(arguments(1, "tcp [port]").fetch(0, "0"))
    puts "PORT #{port}"
    $stdin.read
    exit!(0)
  end

  # Yields host and port before the first call and gets what makes one: of id and whether with photo, a record.
  def self.obey
    $stdout.sync = true
    host, port = arguments(3, "tcp HOST PORT")
    request = nil
    $stdin.each_line do |line|
      puts answer(line.split) { request ||= yield(host, Integer(port)) }
    rescue StandardError => e
      puts JSON.generate("error" => "#{e.class}: #{e.message}".scrub)
    end
  end

  def self.answer(words)
    case words
    in ["pin", cpu]
      system("taskset", "-a", "-p", "-c", cpu, Process.pid.to_s, out: File::NULL) or raise "cannot pin to cpu #{cpu}"
      "ok"
    in ["run", "info" | "info-photo" => workload, /\A[1-9]\d*\z/ => calls]
      JSON.generate(run(yield, workload == "info-photo", calls.to_i))
    end
  end

  def self.run(request, photo, calls)
    cpu = 0
    times = Array.new(calls) do |id|
      before = Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID, :nanosecond)
      start = Process.clock_gettime(Process::CLOCK_MONOTONIC, :nanosecond)
      got = request.call(id, photo)
      time = Process.clock_gettime(Process::CLOCK_MONOTONIC, :nanosecond) - start
      cpu += Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID, :nanosecond) - before
      raise "call #{id}: the result is wrong" unless same?(got, Record.of(id, photo))

      time
    end
    { "ns" => times, "cpu_ns" => cpu }
  end

  # Byte strings differ from texts by their encoding, which is no part of what was sent.
  def self.same?(got, wanted)
    got.keys.sort == wanted.keys.sort &&
      wanted.all? { |name, value| value.is_a?(String) ? got[name].b == value.b : got[name] == value }
  end
end
