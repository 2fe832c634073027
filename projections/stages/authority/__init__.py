"""The stage that decides, before all others, which events have effect.

``stage`` asks the matrix; ``seconds`` lets acts wait and counts approvals, ``effects`` hands on
what takes effect, ``corrections`` what corrections change; ``parts`` and ``agreeing`` know who may
not play two parts of a case; ``witnessed`` awaits the
witness of a large payment; ``before`` folds while there is no matrix. What they share stands in
``memory``: ``trust`` the sources in effect, ``known`` what they may speak about, ``waiting`` the
acts that wait, ``hands`` the parts played, ``posts`` who stood where, ``evidence`` what is kept
from correction, ``refused`` what had no effect.
"""

from projections.stages.authority.stage import Authority

__all__ = ["Authority"]
