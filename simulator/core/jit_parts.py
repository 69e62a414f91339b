"""Whole-program compilation: inner kernels become bitcode only; optimiser and code generator run once, on entry points.

Left to itself numba optimises and emits machine code for every kernel and, inside it, for every kernel that it calls.
None of that is ever run here: the code of an entry point holds all that it needs. A library class that leaves it out makes
the first run of all eight seconds shorter (26 s to 18 s) at the same speed of games. It leans on the inside of numba, so
`pyproject.toml` names the numba that it was tried with.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any

import llvmlite.binding as llvm
from numba.core import types
from numba.core.codegen import JITCodeLibrary
from numba.core.registry import cpu_target


class Part(JITCodeLibrary):  # type: ignore[misc]
    """A kernel with all that it calls, linked but neither optimised as a whole nor turned into machine code."""

    def _optimize_final_module(self) -> None:
        """Do nothing: each function was optimised by itself, the rest is done where the part ends up."""

    def _finalize_final_module(self) -> None:
        """Finish without telling the engine, which would emit machine code."""
        self._finalize_dynamic_globals()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        """Return no address: there is nothing to point to."""
        self._ensure_finalized()
        return 0

    def serialize_using_object_code(self) -> tuple[str, str, bytes]:
        """Return what goes into numba's cache."""
        self._ensure_finalized()
        return self.name, "part", self._get_module_for_linking().as_bitcode()

    @classmethod
    def _unserialize(cls, codegen: Any, state: tuple[str, str, bytes]) -> Part:
        name, _, bitcode = state
        part = cls(codegen, name)
        part._shared_module = llvm.parse_bitcode(bitcode)
        part._finalize_final_module()
        return part


class Whole(JITCodeLibrary):  # type: ignore[misc]
    """An entry point with all its parts. Nobody else calls those, and the optimiser is told: 4 to 8 % more games a second."""

    _shared_module: Any
    _bitcode = b""  # of a whole out of the cache, until somebody asks for it

    def _optimize_final_module(self) -> None:
        inner = {
            function.name
            for part in self._linking_libraries
            if isinstance(part, Part)
            for function in part._get_module_for_linking().functions
            if not function.is_declaration
        }
        for function in self._final_module.functions:
            if function.name in inner:
                function.linkage = "internal"
        super()._optimize_final_module()

    def serialize_using_object_code(self) -> tuple[str, str, tuple[bytes, list[str], bytes]]:
        """Return what goes into numba's cache: machine code, the names that others may ask it for, and bitcode for callers yet to be compiled."""
        name, _, (code, bitcode) = super().serialize_using_object_code()
        module = self._get_module_for_linking()
        names = [
            each.name
            for kind in (module.functions, module.global_variables)
            for each in kind
            if not each.is_declaration and each.linkage != llvm.Linkage.internal
        ]
        return name, "whole", (code, names, bitcode)

    @classmethod
    def _unserialize(cls, codegen: Any, state: tuple[str, str, tuple[bytes, list[str], bytes]]) -> Whole:
        """Return a whole that is ready to run. Numba would read the bitcode too, for which a later start takes longer than for the machine code."""
        name, _, (code, names, bitcode) = state
        whole = cls(codegen, name)
        whole.enable_object_caching()
        whole._set_compiled_object(code)
        whole._finalize_final_module()
        codegen._engine._defined_symbols.update(names)
        whole._bitcode = bitcode
        return whole

    def _get_module_for_linking(self) -> Any:
        if self._shared_module is None and self._bitcode:
            self._shared_module = llvm.parse_bitcode(self._bitcode)
        return super()._get_module_for_linking()


@contextmanager
def replaced(owner: Any, name: str, value: Any) -> Iterator[None]:
    """Replace something inside numba for the time of this block."""
    usual = getattr(owner, name)
    setattr(owner, name, value)
    try:
        yield
    finally:
        setattr(owner, name, usual)


def as_wholes() -> AbstractContextManager[None]:
    """Make an entry point of whatever numba compiles, or loads from the cache, in this block."""
    return replaced(cpu_target.target_context.codegen(), "_library_class", Whole)


@contextmanager
def as_parts() -> Iterator[None]:
    """Make a part of whatever numba compiles, or loads from the cache, in this block."""
    codegen = cpu_target.target_context.codegen()
    # It gives compiled code its Python globals by the address in the engine, where parts do not stand.
    without = replaced(codegen, "set_env", lambda env_name, env: None)
    with without, replaced(codegen, "_library_class", Part):
        yield


@contextmanager
def indices_from_zero() -> Iterator[None]:
    """Compile kernels in this block without indices that count from the end: 8 to 16 % more games a second, since none has to be looked at first.

    For kernels of ours only, which use no negative index; a user's may.
    """
    from numba.np import arrayobj  # half of what numba compiles with, of which a later start needs nothing

    with replaced(arrayobj, "fix_integer_index", _as_it_is):
        yield


def _as_it_is(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
    return context.cast(builder, index, kind, types.intp if kind.signed else types.uintp)
