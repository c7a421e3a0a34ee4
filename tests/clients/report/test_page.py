"""The page in a browser."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from clients.referee.report.html import as_html
from clients.referee.report.tally import Tally
from tests.clients.report.factory import Record, drawn, match, tournament

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage")
ALERT = "<script>document.body.dataset.broken = 'yes'</script>"

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium here")


def browse(folder: Path, records: list[Record]) -> tuple[str, str]:
    """The page as the browser understands it, and what the browser has to say about it."""
    tally = Tally()
    for record in records:
        tally.add(record)
    (folder / "report.html").write_text(as_html(tally), encoding="utf-8")
    assert CHROMIUM is not None
    where = (f"--user-data-dir={folder / 'profile'}", f"{folder.as_uri()}/report.html")
    run = subprocess.run(
        [CHROMIUM, *FLAGS, "--enable-logging=stderr", "--dump-dom", *where],
        capture_output=True,
        text=True,
        timeout=120,
        env={**os.environ, "HOME": str(folder)},
        check=True,
    )
    return run.stdout, "\n".join(re.findall(r".*CONSOLE.*", run.stderr))


def test_a_browser_shows_the_key_numbers(tmp_path: Path) -> None:
    page, complaints = browse(tmp_path, match("11==" * 10))
    assert complaints == ""
    shown = re.sub(r"<[^>]+>", "", page)
    for number in ("40 of 40", "30 – 10", "+190.8 ± ", "75.0 %"):
        assert number in shown


def test_a_browser_shows_plots_and_tables(tmp_path: Path) -> None:
    of = tournament(("A", "B"), format="sprt", games=400)
    page, complaints = browse(tmp_path, list(drawn(of, 200)))
    assert complaints == ""
    assert re.findall(r"<svg[^>]*>\s*<title>([^<]*)", page) == [
        "A against B",
        "The way of the test",
        "Lengths of games",
        "Score by layout",
    ]
    assert len(re.findall(r"<circle", page)) == 4
    assert len(re.findall(r"<caption>", page)) == page.count("<table")


def test_a_hostile_name_does_nothing(tmp_path: Path) -> None:
    page, complaints = browse(
        tmp_path, match("10", names=(ALERT, '"><img src=x onerror=alert(1)>'))
    )
    assert complaints == ""
    assert "data-broken" not in page
    assert "<script" not in page
    assert "<img" not in page
