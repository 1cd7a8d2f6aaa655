"""The reference of the package as a page: signatures from the stubs and the modules, texts from the docstrings."""

import ast
import inspect
import re
import textwrap
from pathlib import Path

import parlour
from parlour import _parlour

FOLDER = Path(__file__).parents[1] / "python" / "parlour"
PAGE = Path(__file__).parents[3] / "docs" / "python-api.md"
WIDTH = 120

HEAD = """\
# Python reference

Every function, class and type of the package, as its stubs have them. [Python](python.md) explains them. The page is
generated; to write it anew, run `PARLOUR_UPDATE=1 cargo xtask test types`.
"""

#: Modules that need other packages, and how they are introduced.
EXTRAS = {
    "pettingzoo": "PettingZoo",
    "gymnasium": "Gymnasium",
    "rllib": "RLlib",
    "openspiel": "OpenSpiel",
    "ray": "Ray",
}


def parsed(file: str) -> list[ast.stmt]:
    return ast.parse((FOLDER / file).read_text()).body


def paragraphs(text: "str | None", indent: str = "") -> list[str]:
    """A docstring as lines of Markdown."""
    lines: list[str] = []
    for part in re.split(r"\n\s*\n", (text or "").strip()):
        if part.lstrip().startswith(">>>"):
            lines += [indent + "```python", *(indent + line for line in part.splitlines()), indent + "```", ""]
            continue
        part = re.sub(r":(?:class|func|meth):`([^`]+)`", r"`\1`", part.replace("``", "`"))
        lines += [*wrapped(" ".join(part.split()), indent, indent), ""]
    return lines


def wrapped(text: str, first: str, rest: str) -> list[str]:
    return textwrap.wrap(
        text, WIDTH, initial_indent=first, subsequent_indent=rest, break_long_words=False, break_on_hyphens=False
    )


def signature(function: ast.FunctionDef, name: "str | None" = None) -> str:
    arguments = function.args
    for kind in (arguments.posonlyargs, arguments.args):
        if kind and kind[0].arg in ("self", "cls"):
            del kind[0]
    returns = f" -> {unquoted(function.returns)}" if function.returns and name is None else ""
    # Spaces around the `=` of defaults, as PEP 8 wants them where there are annotations.
    spaced = re.sub(r"(?<=[\w\])])=(?=[\w'\".-])", " = ", unquoted(arguments))
    return f"{name or function.name}({spaced}){returns}"


def unquoted(node: "ast.AST | None") -> str:
    """The source of annotations, without the quotes of those that are texts."""

    class Unquote(ast.NodeTransformer):
        def visit_arg(self, node: ast.arg) -> ast.arg:
            if isinstance(node.annotation, ast.Constant) and isinstance(node.annotation.value, str):
                node.annotation = ast.parse(node.annotation.value, mode="eval").body
            return node

    if isinstance(node, ast.Constant):
        return str(node.value)
    return ast.unparse(Unquote().visit(node)) if node else ""


def entry(code: str, doc: "str | None") -> list[str]:
    """A list item of a signature and its text."""
    text = paragraphs(doc, "  ")
    return [*wrapped(f"`{code}`" + "\\" * bool(text), "- ", "  "), *(text or [""])]


def is_public(node: ast.stmt) -> bool:
    return isinstance(node, ast.FunctionDef) and not node.name.startswith("_")


def class_lines(node: ast.ClassDef, thing: object = None) -> list[str]:
    """A class: its text, how it is made, and its members. Texts of the extension's classes are in `thing`."""
    lines = [f"### {node.name}", "", *paragraphs(inspect.getdoc(thing) if thing else ast.get_docstring(node))]
    for member in node.body:
        if isinstance(member, ast.FunctionDef) and member.name in ("__init__", "__new__"):
            lines += entry(signature(member, node.name), ast.get_docstring(member))
    for member in node.body:
        if not is_public(member):
            continue
        assert isinstance(member, ast.FunctionDef)
        doc = inspect.getdoc(getattr(thing, member.name)) if thing else ast.get_docstring(member)
        decorators = {ast.unparse(decorator) for decorator in member.decorator_list}
        if "property" in decorators:
            lines += entry(f"{member.name}: {unquoted(member.returns)}", doc)
        else:
            lines += entry(signature(member), doc)
    return lines


def typed_dicts() -> list[str]:
    """The types of `parlour.types`, with the fields of their private bases."""
    lines: list[str] = []
    nodes = parsed("types.py")
    source = (FOLDER / "types.py").read_text()
    bases = {node.name: node for node in nodes if isinstance(node, ast.ClassDef)}
    following = [*nodes[1:], None]

    def fields(node: ast.ClassDef) -> list[str]:
        inherited = [bases[base.id] for base in node.bases if isinstance(base, ast.Name) and base.id in bases]
        own = [ast.unparse(field) for field in node.body if isinstance(field, ast.AnnAssign)]
        if any(keyword.arg == "total" for keyword in node.keywords):
            own = [f"{field}  # may be missing" for field in own]
        return [*(field for base in inherited for field in fields(base)), *own]

    for node, after in zip(nodes, following):
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            body = [f"    {field}" for field in fields(node)]
            code = [f"class {node.name}(TypedDict):", *body]
            doc = ast.get_docstring(node)
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and node.targets[0].id != "__all__":
            code = (ast.get_source_segment(source, node) or "").splitlines()
            above = source.splitlines()[: node.lineno - 1]
            comment = [above.pop().removeprefix("#: ") for _ in iter(lambda: above and above[-1].startswith("#:"), False)]
            doc = " ".join(reversed(comment))
            if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant):
                doc = str(after.value.value)
        else:
            continue
        lines += [*paragraphs(doc), "```python", *code, "```", ""]
    return lines


def reference() -> str:
    """The page."""
    lines = [HEAD, "## Functions", ""]
    stubs = parsed("_parlour.pyi")
    for node in stubs:
        if is_public(node):
            assert isinstance(node, ast.FunctionDef)
            lines += entry("parlour." + signature(node), inspect.getdoc(getattr(_parlour, node.name)))
    for node in parsed("__init__.py"):
        if is_public(node):
            assert isinstance(node, ast.FunctionDef)
            lines += entry("parlour." + signature(node), ast.get_docstring(node))
    lines += ["## Classes", ""]
    for node in stubs:
        if isinstance(node, ast.ClassDef):
            lines += class_lines(node, getattr(parlour, node.name))
    lines += ["## Exceptions", ""]
    for node in parsed("_errors.py"):
        if isinstance(node, ast.ClassDef):
            above = ", ".join(ast.unparse(base) for base in node.bases)
            lines += entry(f"parlour.{node.name}({above})", ast.get_docstring(node))
    lines += ["## Types", "", "In `parlour.types`:", "", *typed_dicts()]
    for name, title in EXTRAS.items():
        module = parsed(f"{name}.py")
        doc = ast.get_docstring(ast.Module(module, []))
        lines += [f"## {title}", "", f"In `parlour.{name}`:", "", *paragraphs(doc)]
        exported = next(
            ast.literal_eval(node.value)
            for node in module
            if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__"
        )
        for node in module:
            if isinstance(node, ast.ClassDef) and node.name in exported:
                text = class_lines(node)
                lines += [f"### parlour.{name}.{node.name}", *text[1:]]
            elif isinstance(node, ast.FunctionDef) and node.name in exported:
                lines += entry(f"parlour.{name}.{signature(node)}", ast.get_docstring(node))
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).rstrip() + "\n"
