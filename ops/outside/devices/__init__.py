"""What the maker of a device needs: the wire guide."""
