"""The hub: many archives, checked range by range on many cores or machines, and asked together."""
