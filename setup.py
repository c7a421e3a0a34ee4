"""Which modules Cython compiles; everything else is in pyproject.toml."""

import os
from pathlib import Path
from sysconfig import get_platform

from Cython.Build import cythonize
from setuptools import Extension, setup

#: Modules that are only C macros when compiled.
MACROS = {"bits", "prefetching", "spinning"}
#: A module is compiled if C types lie beside it.
COMPILED = sorted(
    ".".join(path.with_suffix("").parts)
    for path in Path("engine").rglob("*.pxd")
    if path.stem not in MACROS
)
if not COMPILED:
    raise SystemExit("engine/**/*.pxd are missing: this is no complete source tree")
DIRECTIVES = {
    "language_level": 3,
    "annotation_typing": False,
    "boundscheck": False,
    "wraparound": False,
    "initializedcheck": False,
    "cdivision": True,
}
#: The instruction that counts bits: every 64-bit processor of Intel and AMD since 2008 has it.
#: More than that is for who compiles for one machine, by ``CFLAGS=-march=native``.
COUNT_BITS = ["-mpopcnt"] if get_platform().endswith(("x86_64", "amd64")) else []
extensions = [
    Extension(
        name,
        [f"{name.replace('.', '/')}.py"],
        extra_compile_args=["-O3", "-g0", "-ffp-contract=off", *COUNT_BITS],
    )
    for name in COMPILED
]
setup(
    ext_modules=cythonize(extensions, compiler_directives=DIRECTIVES, build_dir="build/cython"),
    options={"build_ext": {"parallel": os.cpu_count()}},
)
