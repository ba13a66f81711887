"""Contrast, landmarks, headings and the focus, in both themes."""

from pathlib import Path

import pytest

LOW_CONTRAST = (Path(__file__).resolve().parents[3] / "Support/low_contrast.js").read_text()


def check(tab, what: str):
    """Fails if a text is hard to read, or if the page has no landmark or no heading."""
    assert tab.run(LOW_CONTRAST) == [], what
    mains = "return [...document.querySelectorAll('main, [role=main]')].filter((e) => e.checkVisibility()).length"
    assert tab.run(mains) == 1, what
    headings = """
        return [...document.querySelectorAll("h1, h2")].filter((e) => e.checkVisibility() && !e.closest("[inert]")).length
    """
    assert tab.run(headings) >= 1, what
    ids = "return [...document.querySelectorAll('[id]')].map((e) => e.id)"
    found = tab.run(ids)
    assert len(found) == len(set(found)), what


@pytest.fixture(params=["light", "dark"])
def theme(driver, request):
    """Sets the theme of the system. It applies to each tab that is opened."""
    def use(tab):
        features = {"features": [{"name": "prefers-color-scheme", "value": request.param}]}
        tab.front().driver.execute_cdp_cmd("Emulation.setEmulatedMedia", features)
        tab.open(tab.path)
        assert tab.run("return matchMedia('(prefers-color-scheme: dark)').matches") == (request.param == "dark")

    yield use


def test_every_page_is_readable(program, tabs, theme):
    program.start()
    tab = tabs()
    theme(tab)
    check(tab, "the empty list")
    for text in ["Apples\nred and round", "Pears\ngreen"]:
        tab.write(text)
    check(tab, "a note beside the list")
    tab.click("#pin")
    tab.until(lambda: tab.shows(".flag.pin"), "the note is pinned")
    tab.search("apples")
    tab.until(lambda: tab.titles == ["Apples"], "the list is filtered")
    check(tab, "search results")
    tab.click("#publish")
    tab.until(lambda: tab.sheet == "Create account", "the page asks for a sign-in")
    check(tab, "the sign-in")
    tab.sign_in()
    tab.until(lambda: tab.shows("#published"), "the note is published")
    check(tab, "a published note")
    reader = tab.find("#published").get_attribute("href").removeprefix(tab.address)
    tab.click(".place.settings")
    tab.until(lambda: tab.sheet == "Settings", "the settings are shown")
    check(tab, "the settings")
    tab.close_sheet()
    tab.open(reader)
    tab.until(lambda: tab.texts(".reader h1") == ["Pears"], "the published note is shown")
    check(tab, "a published note, as a reader sees it")
    tab.open("/")
    tab.click("#select")
    tab.click_row("Apples")
    tab.until(lambda: tab.shows("#delete-selected"), "a note is selected")
    check(tab, "a selection")
    tab.click("#delete-selected")
    tab.until(lambda: tab.toasts or tab.sheet or "Apples" not in tab.titles, "the note is deleted, or the page asks")
    check(tab, "a deletion")
    for path in ["/about", "/following"]:
        tab.open(path)
        check(tab, path)
    tab.open(tab.find("#own-feed").get_attribute("href").removeprefix(tab.address))
    check(tab, "the list of published notes")


def test_the_focus_moves_into_an_opened_page_and_back(program, tabs):
    program.start()
    tab = tabs()
    tab.write("Pears")
    tab.open("/")
    inside = "return document.activeElement.closest('[data-module]')?.dataset.module"
    tab.open_note("Pears")
    tab.until(lambda: tab.run(inside) == "NoteEditor", "the focus is in the note")
    tab.click(".place.settings")
    tab.until(lambda: tab.run(inside) == "Settings", "the focus is in the sheet")
    tab.close_sheet()
    tab.until(lambda: tab.run("return document.activeElement.matches('.place.settings')"), "the focus is back on the button")
    tab.driver.back()
    tab.until(lambda: tab.run(inside) == "NoteList", "the focus is back in the list")
