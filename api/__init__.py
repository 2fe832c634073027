"""The HTTP API for people and machines.

=============  ====================================================================
``app``        ``create_app(services)``: the routes and what surrounds them
``routes``     a module a subject; they translate, and decide nothing
``requests``   who asks (one table, route × role), what stands in addresses, bodies
``answers``    the shapes of JSON, files and papers; every error, in one shape
``documents``  documents for people, as data and as PDF/A
``services``   what the app works with: connections, API keys, the access log,
               idempotency keys, checkpoints on demand, the gate of R60, metrics
``errors``     what goes wrong here, before it becomes an answer
=============  ====================================================================

The write path (``routes.submissions``) never meets pydantic: lines go from bytes to segments by
msgspec and to the door.
"""

from starlette.convertors import PathConvertor, register_url_convertor


class WholePath(PathConvertor):
    """The rest of an address, line ends included: names of things may hold any character."""

    regex = r"[\s\S]*"


register_url_convertor("path", WholePath())  # before any route is made
