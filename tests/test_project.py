"""The rules of the house that a machine can check: imports, sizes, docstrings, packaging."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

import bonkbook

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "bonkbook"
SOURCES = sorted(PACKAGE.rglob("*.py"))
FRONT_ENDS = sorted([*PACKAGE.rglob("*.js"), *PACKAGE.rglob("*.css")])

MAX_FUNCTION = 45  # lines
HEAVY = ("plotly", "numba", "ipywidgets", "anywidget", "IPython", "dask", "icepool", "tqdm")
UNSAFE_MODULES = {"pickle", "cPickle", "marshal", "shelve", "dill", "cloudpickle"}
UNSAFE_CALLS = {"eval", "exec", "compile", "__import__"}
# Loads the text of the rules a second time, compiled.
MAY_EXECUTE = {"engine/twin.py"}

# Who may import whom at import time: lower numbers must not import higher ones.
LAYERS = {"scene": -1, "probability": -1, "engine": 0, "exact_odds": 1, "simulation": 3,
          "figures": 3, "widgets": 4}
LEAVES = {"bonkbook.whole", "bonkbook.drawing"}  # know nothing of the package
GAME_LAYER = 2
# A game is added by adding a folder.
GAMES = sorted({path.parent.name for path in PACKAGE.glob("*/*.py")} - set(LAYERS))
WITH_RULES = [game for game in GAMES if (PACKAGE / game / "kernel" / "rules.py").is_file()]
KERNELS = [path for path in SOURCES if path.parent.name == "kernel"]
# What numba does not compile, or only in part.
NOT_IN_A_KERNEL = (
    ast.Yield, ast.YieldFrom, ast.Await, ast.GeneratorExp, ast.DictComp, ast.SetComp, ast.ListComp,
    ast.Dict, ast.Set, ast.Try, ast.With, ast.Lambda, ast.JoinedStr, ast.Starred, ast.Raise,
    ast.Global, ast.Nonlocal, ast.ClassDef, ast.Import, ast.ImportFrom, ast.Delete, ast.Match)


def named(path: Path) -> str:
    return path.relative_to(PACKAGE).as_posix()


each_source = pytest.mark.parametrize("path", SOURCES, ids=map(named, SOURCES))
each_front_end = pytest.mark.parametrize("path", FRONT_ENDS, ids=map(named, FRONT_ENDS))


def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def functions(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def imports(path: Path, everywhere: bool = True) -> list[str]:
    """The absolute names of the modules a file imports; `everywhere`: in functions too."""
    tree = tree_of(path)
    nodes = ast.walk(tree) if everywhere else _when_run(tree, in_functions=False)
    found: list[str] = []
    for node in nodes:
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = _absolute(path, node)
            found += [base, *(f"{base}.{alias.name}" for alias in node.names)]
    return found


def _absolute(path: Path, node: ast.ImportFrom) -> str:
    if not node.level:
        return node.module or ""
    parts = list(path.relative_to(ROOT).with_suffix("").parts)
    return ".".join([*parts[: len(parts) - node.level], *filter(None, [node.module])])


def _when_run(node: ast.AST, in_functions: bool) -> Iterator[ast.AST]:
    for child in ast.iter_child_nodes(node):
        function = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        if function and not in_functions:
            continue
        if isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test):
            continue
        yield child
        yield from _when_run(child, in_functions)


def name_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts).removesuffix(".__init__")


def part_of(module: str) -> str | None:
    """The part of bonkbook a module belongs to: "engine", "parcheesi", ..; None for others."""
    parts = module.split(".")
    return parts[1] if parts[0] == "bonkbook" and len(parts) > 1 else None


def layer(part: str) -> int | None:
    return GAME_LAYER if part in GAMES else LAYERS.get(part)


# -- starting


def test_import_is_light():
    code = f"import sys, bonkbook; print([m for m in {HEAVY!r} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert done.stdout.strip() == "[]", done.stdout + done.stderr


@pytest.mark.parametrize("name", ["parcheesi.board", "parcheesi.odds", "bonkers.board",
                                  "bonkers.odds", "bonk.board", "bonk.odds"])
def test_a_game_brings_its_modules_when_they_are_asked_for(name):
    game = name.partition(".")[0]
    code = (
        f"import sys, bonkbook as bb; bb.{game}; early = 'bonkbook.{name}' in sys.modules;"
        f"print(early, bb.{name}.__name__, '{name}'.split('.')[1] in dir(bb.{game}));"
        f"assert not hasattr(bb.{game}, 'nothing')"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert done.stdout.strip() == f"False bonkbook.{name} True", done.stdout + done.stderr


def test_import_is_fast():
    """numpy, which it cannot do without, takes most of it; seconds depend on the machine."""
    code = (
        "import time; start = time.process_time(); import numpy; middle = time.process_time();"
        "import bonkbook; print((time.process_time() - middle) / (middle - start))"
    )
    ratios = []
    for _ in range(7):  # the least of them: the rest is what else this machine was doing
        done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True)
        ratios.append(float(done.stdout))
    assert min(ratios) < 1, ratios


# -- who imports whom


def test_games_are_found():
    assert "parcheesi" in WITH_RULES


@each_source
def test_imports_point_one_way(path):
    mine = named(path).split("/")[0].removesuffix(".py")
    if layer(mine) is None:  # the public names and the entry points see everything
        return
    for module in imports(path, everywhere=False):
        theirs = part_of(module)
        if theirs and theirs != mine and layer(theirs) is not None:
            assert layer(theirs) <= layer(mine), f"{mine} must not import {module}"


def imported(path: Path) -> set[str]:
    """The modules of bonkbook that a file imports, in functions too; not those for types only.

    A package is imported where a name of its own is asked of it, not where one of its modules is.
    """
    modules, found = {name_of(source) for source in SOURCES}, set()
    for node in _when_run(tree_of(path), in_functions=True):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = _absolute(path, node)
            whole = {f"{base}.{alias.name}" for alias in node.names}
            found |= whole if whole <= modules else (whole & modules) | {base}
    return (found & modules) - {name_of(path)}


def circle(graph: dict[str, set[str]]) -> list[str]:
    """The modules of one circle, each importing the next; empty if there is none."""
    done: set[str] = set()

    def follow(module: str, way: list[str]) -> list[str]:
        if module in way:
            return [*way[way.index(module):], module]
        if module in done:
            return []
        for other in sorted(graph[module]):
            if found := follow(other, [*way, module]):
                return found
        done.add(module)
        return []

    return next((found for module in graph if (found := follow(module, []))), [])


def test_a_circle_is_found():
    assert circle({"a": {"b"}, "b": {"c"}, "c": {"b"}}) == ["b", "c", "b"]
    assert circle({"a": {"b", "c"}, "b": {"c"}, "c": set()}) == []


def test_no_imports_run_in_a_circle():
    graph = {name_of(path): imported(path) for path in SOURCES}
    assert " -> ".join(circle(graph)) == ""


@each_source
def test_probability_and_the_engine_know_nothing_of_what_is_built_on_them(path):
    mine = named(path).split("/")[0]
    for module in imported(path) - LEAVES:
        if mine == "probability":
            assert part_of(module) == "probability", module
        if mine in ("engine", "scene", "simulation.py", "exact_odds.py"):
            assert part_of(module) not in {"figures", "widgets", *GAMES}, module


@pytest.mark.parametrize("name", sorted(set(bonkbook.__all__) - set(GAMES)))
def test_no_module_hides_what_bears_its_name(name):
    """Importing a module sets it as an attribute of the package, over a function of that name."""
    hidden = [path for path in (PACKAGE / name, PACKAGE / f"{name}.py") if path.exists()]
    assert not hidden


@each_source
def test_no_game_is_imported_by_the_engine_or_another_game(path):
    mine = named(path).split("/")[0]
    if mine == "engine" or mine in GAMES:
        others = {part_of(module) for module in imported(path)} & set(GAMES) - {mine}
        assert not others, f"imports {others}: games are found by name"


@pytest.mark.parametrize("path", KERNELS, ids=map(named, KERNELS))
def test_a_kernel_imports_only_numpy_events_and_kernels(path):
    """It is compiled as it stands: what it imports is of its own kernel or of the engine's."""
    allowed = (f"bonkbook.{path.parent.parent.name}.kernel", "bonkbook.engine.kernel",
               "bonkbook.engine.events", "numpy", "enum", "types", "__future__")
    for module in imports(path):
        assert module.startswith(allowed), f"{named(path)} imports {module}"


@pytest.mark.parametrize("path", KERNELS, ids=map(named, KERNELS))
def test_a_kernel_is_in_the_subset_that_numba_compiles(path):
    for function in functions(path):
        inner = [node for node in ast.walk(function) if isinstance(node, ast.FunctionDef)]
        assert inner == [function], f"{named(path)}:{function.name} holds another function"
        where = f"{named(path)}:{function.name}"
        given = function.args
        assert not (given.vararg or given.kwarg or given.kwonlyargs), f"{where}: its arguments"
        for node in ast.walk(function):
            assert not isinstance(node, NOT_IN_A_KERNEL), f"{where}, line {node.lineno}"


@each_source
def test_nothing_is_unpickled_or_evaluated(path):
    unsafe = UNSAFE_MODULES & {module.split(".")[0] for module in imports(path)}
    assert not unsafe
    if named(path) in MAY_EXECUTE:
        return
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in UNSAFE_CALLS, f"line {node.lineno}: {node.func.id}()"


# -- how it is written


@each_source
def test_functions_are_short(path):
    long = {
        f.name: lines
        for f in functions(path)
        if (lines := (f.end_lineno or f.lineno) - f.lineno + 1) > MAX_FUNCTION
    }
    assert not long


@each_source
def test_what_is_public_says_what_it_is(path):
    silent = list(_silent(tree_of(path), ""))
    assert not silent


def _silent(node: ast.Module | ast.ClassDef, prefix: str) -> Iterator[str]:
    """The public functions, classes and methods without a docstring."""
    if isinstance(node, ast.Module) and node.body and not ast.get_docstring(node):
        yield "the module"
    for child in node.body:
        if not isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            continue
        if child.name.startswith("_") or _is_setter(child) or _is_overload(child):
            continue
        if not ast.get_docstring(child):
            yield prefix + child.name
        if isinstance(child, ast.ClassDef):
            yield from _silent(child, f"{child.name}.")


def _is_overload(node: ast.AST) -> bool:
    return any(ast.unparse(decorator) == "overload"
               for decorator in getattr(node, "decorator_list", []))


def _is_setter(node: ast.AST) -> bool:
    decorators = getattr(node, "decorator_list", [])
    return any(isinstance(d, ast.Attribute) and d.attr in ("setter", "deleter") for d in decorators)


@each_front_end
def test_front_end_needs_no_network_and_evaluates_nothing(path):
    text = path.read_text()
    addresses = set(re.findall(r"https?://[^\s\"'`)]+", text))
    assert addresses <= {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xhtml"}
    unsafe = re.findall(r"\beval\(|new Function\(|\.innerHTML\s*=|document\.write\(", text)
    assert not unsafe


# -- packaging


def test_one_version():
    import bonkbook

    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert bonkbook.__version__ == project["version"]
    assert f"## {project['version']}" in (ROOT / "CHANGELOG.md").read_text()


def test_what_builds_the_package_is_what_the_tests_build_it_with():
    told = tomllib.loads((ROOT / "pyproject.toml").read_text())
    assert set(told["build-system"]["requires"]) <= set(
        told["project"]["optional-dependencies"]["test"])


@pytest.mark.slow
def test_the_wheel_holds_every_file_of_the_package(tmp_path):
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    done = subprocess.run(build, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    (wheel,) = tmp_path.glob("bonkbook-*.whl")
    held = set(zipfile.ZipFile(wheel).namelist())
    kinds = {".py", ".js", ".css", ".toml", ".json", ".svg", ".typed"}
    ours = {
        path.relative_to(ROOT).as_posix()
        for path in PACKAGE.rglob("*")
        if path.suffix in kinds and "__pycache__" not in path.parts
    }
    ours.add("bonkbook/py.typed")
    assert ours <= held, f"not in the wheel: {sorted(ours - held)}"
    assert not {name for name in held if name.startswith(("tests/", "notebooks/"))}
