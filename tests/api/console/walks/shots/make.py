"""The pictures of the READMEs, taken by a browser of a running demonstration.

``razao demo``, then ``razao serve --demonstration``, then, with the group ``browser`` installed,
``uv run python -m tests.api.console.walks.shots.make http://127.0.0.1:8008``.
"""

import shutil
import sys
from base64 import b64decode
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import sync_playwright

FOLDER: Final = Path(__file__).parent
QUALITY: Final = 70
ROUND: Final = "/jogadas/RA-01/2026-11-20/12"
DONE: Final = (
    "() => document.querySelector('.strip-ok') && !document.querySelector('meta[http-equiv]')"
)
SHOTS: Final = (
    ("inicio", "inspector", "/", 1280, 860, "pt"),
    ("repeticao", "dispute", ROUND, 1280, 940, "pt"),
    ("premio", "finance", "/premios/acumulado-sd-01", 1280, 860, "pt"),
    ("telefone", "inspector", "/constatacoes", 390, 780, "pt"),
    ("replay", "dispute", ROUND, 1280, 940, "en"),
)
"""Name, role, address, width, height, language."""


def take(page: Any, path: Path) -> int:
    """Write what the window shows as WebP; return its size."""
    session = page.context.new_cdp_session(page)
    asked = {"format": "webp", "quality": QUALITY}
    path.write_bytes(b64decode(session.send("Page.captureScreenshot", asked)["data"]))
    return path.stat().st_size


def main(address: str) -> None:
    """Come in in each role, let the log be verified, and take every picture."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        for name, role, path, width, height, language in SHOTS:
            size: Any = {"width": width, "height": height}
            context = browser.new_context(base_url=address, viewport=size, locale="pt-PT")
            context.add_cookies([{"name": "razao_lang", "value": language, "url": address}])
            page = context.new_page()
            page.goto("/entrar?para=/verificacao")
            page.click(f'form:has(input[value="{role}"]) button')
            if not page.locator(".strip-ok").count():
                page.click("main .btn-first")
                page.wait_for_function(DONE, timeout=120_000)
            page.goto(path, wait_until="load")
            size_taken = take(page, FOLDER / f"{name}.webp")
            sys.stdout.write(f"{name}: {size_taken} bytes\n")
            context.close()
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1])
