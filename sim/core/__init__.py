"""What every room stands on: compile options, bits, random streams, the seam, block sums. Imports nothing of ours."""
