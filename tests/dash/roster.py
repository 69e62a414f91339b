"""Who can play Dash, from weak to strong."""

from collections.abc import Mapping

from policies.parameters import Parameter
from policies.roster import Kind, Roster


def _bold() -> Mapping[str, Parameter]:
    return {"gap": Parameter(4, 0, 30, "fields before the hound at which it walks")}


ROSTER = Roster(
    {
        "random": Kind("walks or runs, both equally likely: a floor", "a runner at random"),
        "bold": Kind("runs while the hound is near, and walks with a lead", "a bold runner", _bold),
    },
    unskilled=("random",),
)
