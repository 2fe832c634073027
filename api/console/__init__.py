"""The console: what inspectors, finance and dispute officers open every morning.

``contents``    every page: its address, group, icon and roles, in one table
``language``    Portuguese and English: catalogues in ``locale``, compiled when first asked for;
                money, numbers, days and hours as the pages write them
``standing``    how far a page may be trusted: the strip under the header
``frame``       a page: who asks, in which language, over which view; its answer
``sentences``   events, findings and places in words
``pictures``    charts and bands as numbers; ``drawings``: a round as it lay on its table
``pages``       a module a page, in rooms by the groups of ``contents``; they ask
                ``projections.reads`` and never the database
``templates``   Jinja2; ``base.html`` is the frame, ``parts`` the components; else as ``pages``
``static``      stylesheets, fonts and scripts; ``vendored.toml`` pins those of others
"""
