"""The page in headless Chromium: tables sort, nothing leaves the page, it fits a phone, attacks stay text.

Needs a Chromium (Debian's `chromium`). On a newcomer's machine without one these tests are left out, and say so; where
CI is set they fail.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

import sim
from reports.html import page_of
from tests.reports.test_html import HOSTILE


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if program is None and not os.environ.get("CI"):
        pytest.skip("no Chromium on this machine: apt-get install chromium")
    assert program, "the page tests need a Chromium: apt-get install chromium"
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield running
        running.close()


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A page about an attack by name and six harmless strategies."""
    folder = tmp_path_factory.mktemp("page")
    (folder / HOSTILE).write_text("def bid(view):\n    return 1\n")
    words = ["average", str(folder / HOSTILE), "noisy", "linear", "linear:shade=0.8", "linear:shade=0.6", "bid=tiers,play=duck"]
    result = sim.compare("wizard", *words, games=2000, seed=5)
    (folder / "page.html").write_text(page_of([result]), encoding="utf-8")
    return (folder / "page.html").as_uri()


class Visit:
    """An open page, what its console said, and what it asked the network for."""

    def __init__(self, browser: Browser, address: str, **options: object) -> None:
        self.page: Page = browser.new_page(**options)  # type: ignore[arg-type]
        self.said: list[str] = []
        self.asked: list[str] = []
        self.page.on("console", lambda message: self.said.append(message.text))
        self.page.on("pageerror", lambda error: self.said.append(str(error)))
        self.page.on("dialog", lambda dialog: (self.said.append("dialog"), dialog.dismiss()))
        self.page.on("request", lambda request: self.asked.append(request.url) if not request.url.startswith("data:") else None)
        self.page.goto(address)
        self.page.wait_for_load_state("networkidle")


def test_no_errors_and_no_request_leaves_the_page(browser: Browser, address: str) -> None:
    visit = Visit(browser, address)
    assert visit.said == []
    assert visit.asked == [address]


def test_hostile_names_are_shown_as_text(browser: Browser, address: str) -> None:
    visit = Visit(browser, address)
    assert HOSTILE in visit.page.inner_text("main")
    assert visit.page.locator("img[onerror], img[src='x']").count() == 0
    assert visit.said == []


def column(page: Page, table: int, at: int) -> list[str]:
    """The texts of a column."""
    return page.locator("table.sortable").nth(table).locator(f"tbody tr td:nth-child({at + 1})").all_inner_texts()


def test_a_click_sorts_by_number_and_the_next_one_turns_it_round(browser: Browser, address: str) -> None:
    page = Visit(browser, address).page
    table = page.locator("table.sortable").nth(1)  # the measures
    head = table.locator("th").nth(2)  # score
    head.locator("button").click()
    falling = [float(text.split(" ")[0].replace("−", "-")) for text in column(page, 1, 2)]
    assert falling == sorted(falling, reverse=True) and len(set(falling)) > 3
    assert head.get_attribute("aria-sort") == "descending"
    head.locator("button").click()
    assert [float(text.split(" ")[0].replace("−", "-")) for text in column(page, 1, 2)] == sorted(falling)
    assert head.get_attribute("aria-sort") == "ascending"


def test_a_click_sorts_words(browser: Browser, address: str) -> None:
    page = Visit(browser, address).page
    page.locator("table.sortable").nth(1).locator("th button").first.click()
    names = column(page, 1, 0)
    assert names.index("average") < names.index("linear") < names.index("noisy")


def test_the_filter_hides_rows(browser: Browser, address: str) -> None:
    page = Visit(browser, address).page
    details = page.locator("details", has_text="By seat, round and other groups")
    details.locator("summary").click()
    details.locator("input").fill("hit_rate")
    visible = details.locator("tbody tr:visible")
    assert 0 < visible.count() < details.locator("tbody tr").count()
    assert all("hit_rate" in text for text in visible.all_inner_texts())


@pytest.mark.parametrize("width", [390, 1280])
def test_nothing_has_to_be_scrolled_sideways(browser: Browser, address: str, width: int) -> None:
    page = Visit(browser, address, viewport={"width": width, "height": 844}).page
    page.evaluate("document.querySelectorAll('details').forEach((part) => { part.open = true; })")
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_dark_pages_are_dark_and_figures_too(browser: Browser, address: str) -> None:
    page = Visit(browser, address, color_scheme="dark").page
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(13, 17, 23)"
    corner = page.evaluate(
        """async () => { const image = document.querySelector("figure img"); await image.decode();
        const canvas = document.createElement("canvas"); canvas.width = canvas.height = 50;
        const pen = canvas.getContext("2d"); pen.drawImage(image, 0, 0); return [...pen.getImageData(2, 2, 1, 1).data]; }"""
    )
    assert corner == [13, 17, 23, 255]


def test_it_prints(browser: Browser, address: str, tmp_path: Path) -> None:
    page = Visit(browser, address).page
    page.pdf(path=tmp_path / "page.pdf", format="A4")
    assert (tmp_path / "page.pdf").stat().st_size > 20_000


def test_every_figure_has_a_text_and_is_drawn(browser: Browser, address: str) -> None:
    page = Visit(browser, address).page
    images = page.locator("figure img")
    assert images.count() >= 6
    assert page.evaluate("[...document.querySelectorAll('figure img')].every((i) => i.complete && i.naturalWidth > 300 && i.alt.length > 30)")
