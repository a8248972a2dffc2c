"""How these programs are driven: ../README.md."""

import json
import os
import sys
import time

import record


def arguments(least, usage):
    if len(sys.argv) <= least or sys.argv[1] != "tcp":
        sys.exit(f"usage: {os.path.basename(sys.argv[0])} {usage}")
    return sys.argv[2:]


def serve(start):
    """`start` gets the host and port to listen on, serves in threads and gives the port that it is."""
    port = (arguments(1, "tcp [port]") or ["0"])[0]
    print("PORT", start(os.environ.get("MANYRPC_LISTEN", "127.0.0.1"), int(port)), flush=True)
    sys.stdin.read()
    os._exit(0)


def run(request, photo, calls):
    times, cpu = [], 0
    for number in range(calls):
        before, start = time.process_time_ns(), time.perf_counter_ns()
        got = request(number, photo)
        times.append(time.perf_counter_ns() - start)
        cpu += time.process_time_ns() - before
        if got != record.of(number, photo):
            raise ValueError(f"call {number}: the result is wrong")
    return {"ns": times, "cpu_ns": cpu}


def obey(open_):
    """`open_` gets host and port before the first call and gives what makes one: of id and photo, a record."""
    host, port = arguments(3, "tcp HOST PORT")[:2]
    request = None
    for line in sys.stdin:
        try:
            match line.split():
                case ["pin", cpu]:
                    os.sched_setaffinity(0, {int(cpu)})
                    answer = "ok"
                case ["run", ("info" | "info-photo") as workload, calls] if int(calls) > 0:
                    request = request or open_(host, int(port))
                    times = run(request, workload == "info-photo", int(calls))
                    answer = json.dumps(times, separators=(",", ":"))
                case _:
                    raise ValueError("commands: run info|info-photo CALLS, pin CPU")
        except Exception as error:  # whatever the library makes of an answer is the answer
            answer = json.dumps({"error": f"{type(error).__name__}: {error}"})
        print(answer, flush=True)
