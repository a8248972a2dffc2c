"""The workloads of interfaces/bench.x on zeep."""

import json
import time

import driven

PHOTO_BYTES = 1048576
TRANSFERRED = 1989


def require(right):
    if not right:
        raise ValueError("the result is wrong")


def wrapped(value):
    return (value + (1 << 31)) % (1 << 32) - (1 << 31)


class Bench:
    def __init__(self, client, service, member):
        self.service, self.member, self.last = service, member, 0

    def ints(self, values):
        return {self.member: values} if self.member else values

    def items(self, array):
        # An array of section 5 is a list itself.
        values = getattr(array, self.member, array) if self.member else array
        return list(values or [])

    def workload(self, name):
        """What makes a call of that number, and what judges its result."""
        kind, _, size = name.partition(":")
        size = int(size or 0)
        service = self.service
        data, values = b"", []
        if kind in ("echo", "transfer"):
            data = driven.pattern(size)
        if kind in ("ints", "sum"):
            values = [wrapped(i * 2654435761) for i in range(size)]
        given = self.ints(values)
        match kind:
            case "nothing":
                return lambda i: service.nothing(), lambda i, got: True
            case "add":
                return lambda i: service.add(i, 1000 - 2 * i), lambda i, got: got == 1000 - i
            case "echo":
                return lambda i: service.echo(data), lambda i, got: (got or b"") == data
            case "ints":
                return lambda i: service.int_array(given), lambda i, got: self.items(got) == values
            case "sum":
                return lambda i: service.sum(given), lambda i, got: got == wrapped(sum(values))
            case "transfer":
                return (
                    lambda i: service.transfer(data),
                    lambda i, got: got.code == TRANSFERRED and (got.data or b"") == data,
                )
            case "concat":
                return (
                    lambda i: service.concat("fifteen letters", "eighteen more here"),
                    lambda i, got: got == "fifteen letterseighteen more here",
                )
            case "info" | "info-photo":
                photo = driven.pattern(PHOTO_BYTES) if kind == "info-photo" else b""
                return (
                    lambda i: service.request({"id": i, "photo": bool(photo)}),
                    lambda i, got: (
                        (got.id, got.first_name, got.last_name, got.age, got.email, got.phone, got.newsletter)
                        == (i, "Ada", "Lovelace", 36, "ada@example.org", "+44 20 7946 0000", True)
                        and (got.latitude, got.longitude, got.photo or b"") == (51.5, -0.125, photo)
                    ),
                )
            case "count":
                return lambda i: service.count(i), self.counts
        raise ValueError("unknown workload")

    def counts(self, _, got):
        last, self.last = self.last, got
        return got > 0 and last in (0, got - 1)

    def run(self, name, calls):
        call, judge = self.workload(name)
        self.last = 0
        times, cpu = [], 0
        for number in range(calls):
            before, start = time.process_time_ns(), time.perf_counter_ns()
            got = call(number)
            times.append(time.perf_counter_ns() - start)
            cpu += time.process_time_ns() - before
            require(judge(number, got))
        return json.dumps({"ns": times, "cpu_ns": cpu}, separators=(",", ":"))


def main(definition, member=None):
    """`member` has the items of an array, which is a repeated element without it."""
    bench = None

    def more(words):
        nonlocal bench
        match words:
            case ["with", *options]:
                bench = Bench(*driven.service(definition, "Bench", options), member)
                return "ok"
            case ["run", name, calls] if int(calls) > 0:
                bench = bench or Bench(*driven.service(definition, "Bench"), member)
                return bench.run(name, int(calls))

    driven.obey(more)
