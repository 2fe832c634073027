"""Pictures of figures: charts as numbers, bands of chance, bars by day."""
