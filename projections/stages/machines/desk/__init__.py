"""What the desk pays for machines: tickets, hand pays, awards."""
