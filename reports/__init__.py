"""Tables, figures and HTML pages from results. Nothing in `sim` imports this: the command line finds it by entry points."""
