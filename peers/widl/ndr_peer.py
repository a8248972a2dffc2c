#!/usr/bin/python3
"""Makes servers of the definitions in a directory by Wine's compiler, and answers requests to them by its runtime.

    ndr_peer DIRECTORY < REQUESTS > ANSWERS

A request is a line `NAME OPERATION HEX`: the definition (`NAME.idl`), the operation's number and the request's body. Each
is answered with a line, in order: `ok HEX`, the reply's body; `refused CODE`, by the runtime; `absent WHY`, by the
compiler; `unable CODE`, where the runtime broke down. An operation does what a line `#define BODY_<operation> ...` of the
definition's header says, and leaves its parameters as they came where there is none.
"""

import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
WINE = Path("/usr/lib/wine")
PROTOTYPE = re.compile(r"^([\w ]+?)\s*(\*?)\s*__cdecl (\w+)\(([^;{}]*)\);", re.MULTILINE)


def run(*command, cwd):
    return subprocess.run([str(part) for part in command], cwd=cwd, capture_output=True, text=True)


def managers(header):
    """The operations of a server, in C."""
    for result, star, name, parameters in PROTOTYPE.findall(header):
        body = f"BODY_{name}"
        if f"#define {body} " in header:
            yield f"{result} {star}__cdecl {name}({parameters}) {{ {body} }}\n"


def make(directory, name):
    """Compiles one definition; the name of the interface's variable if it can be."""
    made = run(WINE / "widl", "-m64", "-Oif", "-s", "-S", f"{name}_s.c", "-h", "-H", f"{name}.h", f"{name}.idl",
               cwd=directory)
    stub = directory / f"{name}_s.c"
    if made.returncode or not stub.exists():
        return None
    text = stub.read_text()
    interface = re.search(r"^RPC_IF_HANDLE (\w+)", text, re.MULTILINE).group(1)
    stub.write_text(text + "".join(managers((directory / f"{name}.h").read_text())))
    made = run("gcc", f"@{HERE}/flags", "-include", HERE / "prefix.h", "-c", f"{name}_s.c", cwd=directory)
    if made.returncode == 0:
        # Operations of other definitions may have the same names.
        made = run("objcopy", "--keep-global-symbol", interface, f"{name}_s.o", cwd=directory)
    return interface if made.returncode == 0 else None


def link(directory, made):
    """One program of all of them."""
    lines = ["#include <rpc.h>\nstruct definition { const char *name; RPC_IF_HANDLE *served; };\n"]
    lines += [f"extern RPC_IF_HANDLE {interface} __attribute__((visibility(\"hidden\")));\n" for interface in made.values()]
    lines += ["const struct definition definitions[] = {\n"]
    lines += [f'    {{"{name}", &{interface}}},\n' for name, interface in made.items()]
    lines += ["    {0, 0},\n};\n"]
    (directory / "table.c").write_text("".join(lines))
    objects = [f"{name}_s.o" for name in made]
    linked = run("gcc", f"@{HERE}/flags", "-include", HERE / "prefix.h", "-c", "table.c", cwd=directory)
    if linked.returncode == 0:
        linked = run(WINE / "winegcc", "-m64", "-o", "answers.exe", HERE / "answer.o", "table.o", *objects, "-lrpcrt4",
                     cwd=directory)
    if linked.returncode:
        sys.exit(linked.stderr)


def ask(directory, requests):
    """An answer to each request; a runtime that breaks down for good is started again behind what it broke down on."""
    environment = dict(os.environ, WINEPREFIX=str(HERE / "prefix"), WINEDEBUG="-all")
    answers = []
    while len(answers) < len(requests):
        left = "".join(requests[len(answers):])
        said = subprocess.run([WINE / "wine64", directory / "answers.exe.so"], input=left, capture_output=True, text=True,
                              env=environment)
        got = said.stdout.splitlines()
        answers += got
        if len(answers) < len(requests):
            answers.append("unable it broke down")
    return answers


def main():
    directory = Path(sys.argv[1]).resolve()
    names = sorted(path.stem for path in directory.glob("*.idl"))
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        made = dict(zip(names, pool.map(lambda name: make(directory, name), names)))
    made = {name: interface for name, interface in made.items() if interface}
    link(directory, made)
    for answer in ask(directory, sys.stdin.readlines()):
        print(answer)


main()
