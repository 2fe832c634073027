"""Who signs in a simulated night: tables, terminals, offices, guests."""
