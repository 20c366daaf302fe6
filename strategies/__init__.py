"""The shipped strategies, one package a game and one file a strategy; found through the entry points carteado.strategies."""
