"""What asks for a browser is collected where one can be driven."""

from importlib.util import find_spec

collect_ignore = [] if find_spec("playwright") else ["shots/make.py"]
