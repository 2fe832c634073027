"""The floor: casinos, closed days, and who should be speaking."""
