"""A back end of omniidl that prints what a definition's own file declares: one line with the scoped name and the
repository identifier of each interface, valuetype, type, exception, constant and value of an enumeration.

    omniidl -p peers/omniidl -b repository_ids definition.idl
"""

from omniidl import idlast, idlutil


def declared(declarations):
    for declaration in declarations:
        yield from one(declaration)


def one(declaration):
    if isinstance(declaration, idlast.Module):
        yield from declared(declaration.definitions())
    elif isinstance(declaration, (idlast.Operation, idlast.Attribute, idlast.Factory)):
        return
    elif isinstance(declaration, idlast.StateMember):
        yield from inside(declaration.constrType(), declaration.memberType())
    elif isinstance(declaration, idlast.Typedef):
        yield from inside(declaration.constrType(), declaration.aliasType())
        yield from declaration.declarators()
    elif isinstance(declaration, idlast.ValueBox):
        yield from inside(declaration.constrType(), declaration.boxedType())
        yield declaration
    elif isinstance(declaration, (idlast.Interface, idlast.Value, idlast.ValueAbs)):
        yield declaration
        yield from declared(declaration.contents())
    elif isinstance(declaration, (idlast.Struct, idlast.Exception)):
        yield declaration
        for member in declaration.members():
            yield from inside(member.constrType(), member.memberType())
    elif isinstance(declaration, idlast.Union):
        yield declaration
        yield from inside(declaration.constrType(), declaration.switchType())
        for case in declaration.cases():
            yield from inside(case.constrType(), case.caseType())
    elif isinstance(declaration, idlast.Enum):
        yield declaration
        yield from declaration.enumerators()
    elif hasattr(declaration, "repoId"):
        yield declaration


def inside(constructed, type_):
    """The declaration of a type that is defined where it is used."""
    if constructed:
        yield from one(type_.decl())


def run(tree, _args):
    for declaration in declared(tree.declarations()):
        if declaration.mainFile():
            print(idlutil.ccolonName(declaration.scopedName()), declaration.repoId())
