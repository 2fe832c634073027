"""A browser walks through pictures of time: pointer, keys, zoom; by a phone without a script."""

import re
import shutil
from typing import Any

import pytest

pytest.importorskip(
    "playwright.sync_api", reason="no playwright: uv run --group browser pytest -m deep"
)

from playwright.sync_api import expect

from tests.api.conftest import POOL
from tests.api.console.walks.test_walk import visit
from tests.fixtures.casino import DAY

CHROMIUM = shutil.which("chromium")
pytestmark = [
    pytest.mark.deep,
    pytest.mark.skipif(CHROMIUM is None, reason="no browser: apt-get install chromium"),
]
PICTURES = {
    "finance": ("/", f"/premios/{POOL}", f"/contadores/MQ-01?dia={DAY}"),
    "inspector": ("/",),
}
"""Pages with a picture that is wider than a phone."""


def numbers(page: Any) -> list[str]:
    """Return the last column of the first table of numbers."""
    page.evaluate("document.querySelector('details.numbers').open = true")
    return (
        page.locator("details.numbers table")
        .first.locator("tbody tr td:last-child")
        .all_inner_texts()
    )


def test_keys_and_pointer_say_each_value_and_come_nearer(browser: Any, address: str) -> None:
    """The last value is the table's last; an arrow goes back by one; + halves what is shown."""
    page = visit(browser, address, "finance", viewport={"width": 1280, "height": 900})
    page.goto(f"/premios/{POOL}")
    told = numbers(page)
    region, said = page.locator(".scroll").first, page.locator(".browsed-said").first
    page.wait_for_selector(".scroll.browsed canvas")
    assert not page.locator(".plot").first.is_visible()
    begun = page.locator(".axis-from").inner_text()
    assert begun not in page.request.get(f"/premios/{POOL}").text(), "it is said of the other axis"
    region.focus()
    page.keyboard.press("End")
    expect(said).to_contain_text(told[-1])
    page.keyboard.press("Home")
    expect(said).to_have_text(re.compile(rf"^20-11-2026, \d\d:\d\d:\d\d: .*{re.escape(told[0])}"))
    hours = []
    for key in ("0", "+", "+", "0"):
        page.keyboard.press(key)
        page.wait_for_timeout(100)
        box = page.locator(".u-over").first.bounding_box()
        ends = []
        for share in (0.02, 0.98):
            page.mouse.move(box["x"] + box["width"] * share, box["y"] + 30)
            ends.append(said.inner_text().partition(": ")[0])
        hours.append(tuple(ends))
    assert hours[0] == hours[3]
    assert hours[1] != hours[0] != hours[2]
    assert len({end for ends in hours[:3] for end in ends}) > 3
    page.context.close()


def test_the_days_of_takings_are_browsed_too(browser: Any, address: str) -> None:
    """Home's bars say their day and sum; a day without any is unknown and never 0."""
    page = visit(browser, address, "finance", viewport={"width": 390, "height": 800})
    page.goto("/")
    told = numbers(page)
    assert page.locator("canvas").count() == 0, "nothing is fetched for what is out of view"
    page.locator(".scroll").first.focus()
    page.wait_for_selector(".browsed-said")
    page.keyboard.press("End")
    said = page.locator(".browsed-said").first
    expect(said).to_have_text(re.compile(re.escape(told[-1]) + "$"))
    page.keyboard.press("ArrowLeft")
    expect(said).to_have_text(re.compile("\N{EM DASH}$"))
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.context.close()


@pytest.mark.parametrize("role", PICTURES)
def test_on_a_phone_without_a_script_the_axis_stays_in_view(
    browser: Any, address: str, role: str
) -> None:
    """However far a picture is scrolled, its amounts or names stand at its left, legible."""
    page = visit(
        browser, address, role, viewport={"width": 390, "height": 800}, java_script_enabled=False
    )
    for one in PICTURES[role]:
        page.goto(one)
        assert page.locator(".scroll .upright").count() > 0, one
        for picture in page.locator(".scroll").all():
            picture.scroll_into_view_if_needed()
            box = picture.bounding_box()
            page.mouse.move(box["x"] + 100, box["y"] + 40)
            page.mouse.wheel(2_000, 0)
            page.wait_for_timeout(100)
            for text in picture.locator(".upright text").all():
                place = text.bounding_box()
                assert place["x"] >= -1
                assert place["x"] + place["width"] <= 390, (one, place)
                assert place["height"] >= 12, (one, place)
    page.context.close()
