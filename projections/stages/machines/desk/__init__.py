"""The desk's payments for machines: tickets, hand pays, awards."""
