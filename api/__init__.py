"""What people and machines may ask over HTTP.

===============  ==================================================================
``app``          ``create_app(services)``: the routes and what surrounds them
``deps``         ``Services``, what the app works with; connections; paging
``auth``         who may ask what: one table, route × role
``keys``         API keys: found by the gate, issued and revoked by the keeper
``problems``     every error a caller can meet, one table, one shape (RFC 9457)
``schemas``      the shapes of answers, nothing else
``parameters``   the types of what stands in addresses
``bodies``       bodies of lines, read within a limit
``checkpoints``  signed on demand, not more often than needed
``reading``      the access log: who read what, gathered into events
``repeats``      which body an Idempotency-Key stood on
``metrics``      counters and gauges for Prometheus
``routes``       a module a subject; they translate, and decide nothing
===============  ==================================================================

The write path (``routes.submissions``) never meets pydantic: lines go from bytes to segments by
msgspec and to the door.
"""
