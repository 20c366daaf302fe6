"""The strategies for Wizard that ship with carteado: one file a strategy, files with `_` are shared by several."""
