"""The second engine: plain Python from the rules alone, to check the compiled one and to referee traces."""

from .chance import Chance, KeyChance, TraceChance, Unexplained
from .engine import Oracle
from .question import Choice, Question
from .referee import referee

__all__ = ["Chance", "Choice", "KeyChance", "Oracle", "Question", "TraceChance", "Unexplained", "referee"]
