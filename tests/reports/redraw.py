"""python -m tests.reports.redraw: writes the golden images anew. Look at them before you commit them."""

from reports.figures.paper import in_house_style
from tests.reports import samples
from tests.reports.test_figures import GOLDEN, KINDS

if __name__ == "__main__":
    GOLDEN.mkdir(exist_ok=True)
    for kind in ("forest", "by_round", "sweep_map"):
        in_house_style(KINDS[kind](samples.names(4)).savefig)(GOLDEN / f"{kind}.png", dpi=60, metadata={"Software": "carteado"})
        print(GOLDEN / f"{kind}.png")
