"""The stage that decides, before all others, which events have effect.

``stage`` folds, ``trust`` knows the sources in effect, ``known`` what they may speak about,
``refused`` what had no effect, ``waiting`` the acts that wait for a second person.
"""

from projections.stages.authority.stage import Authority

__all__ = ["Authority"]
