"""The page without JavaScript: links and forms."""

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from tab import PASSPHRASE, until


class PlainPage:
    """A tab in which no script runs. Every press loads a whole document."""

    def __init__(self, driver):
        self.driver = driver

    def find(self, selector: str):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def all(self, selector: str) -> list:
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    @property
    def titles(self) -> list[str]:
        return [each.text for each in self.all("#list .title")]

    def until(self, condition, what: str):
        until(self.driver, condition, what)

    def press(self, selector: str, condition, what: str):
        """Presses an element as soon as it is shown, and waits until `condition` holds."""
        self.until(lambda: self.find(selector).is_displayed() and self.find(selector).click() is None, f"{selector} is shown")
        self.until(condition, what)

    def write(self, text: str):
        title = text.split("\n")[0]
        self.press(".new", lambda: self.find("#text").get_attribute("value") == "", "a new note is open")
        self.find("#text").send_keys(text)
        self.press("#save-now", lambda: title in self.titles, "the form was submitted")


@pytest.fixture
def page(program, without_script):
    program.start()
    driver = without_script()
    driver.get(program.address)
    return PlainPage(driver)


def test_a_note_is_opened_written_and_deleted(program, tabs, without_script):
    program.start()
    tab = tabs()
    tab.write("Paper\nand pencil")
    note = tab.path
    program.stop()
    program.start()

    page = PlainPage(without_script())
    page.driver.get(program.address)
    assert page.titles == ["Paper"]
    page.press("#list .row", lambda: page.driver.current_url.endswith(note), "the link opens the note")
    page.until(lambda: page.find("#text").get_attribute("value") == "Paper\nand pencil", "the document contains the text")
    page.find("#text").send_keys(Keys.CONTROL, Keys.HOME, Keys.NULL, "More ")
    page.press("#save-now", lambda: page.titles == ["More Paper"], "the form was submitted")
    tab.open(note)
    assert tab.text == "More Paper\nand pencil"
    tab.until_saved()
    without_script()
    page.press(
        "#delete", lambda: page.titles == [] and "was deleted" in page.find("#toasts").text, "the note is deleted")
    page.press("#toasts button", lambda: page.titles == ["More Paper"], "the note is restored")


def test_deleting_several_notes_asks_for_confirmation(page):
    for text in ["One", "Two"]:
        page.write(text)
    page.press("#select", lambda: page.all("#delete-selected"), "notes can be selected")
    for number in [0, 1]:
        row = f"#list li:nth-child({number + 1}) .row"
        page.press(row, lambda: len(page.all("#list .row[aria-checked=true]")) == number + 1, "the note is selected")
    page.press("#delete-selected", lambda: page.all("#confirm"), "the page asks for confirmation")
    page.press("#confirm", lambda: page.titles == [] and not page.all("#confirm"), "both notes are deleted")


def test_a_note_is_published_with_an_account_and_unpublished(page):
    page.write("Open letter\n\nTo *whom* it may concern.")
    page.press("#publish", lambda: page.all("#passphrase"), "the page asks for a sign-in")
    page.find("#name").send_keys("Emma")
    page.find("#passphrase").send_keys(PASSPHRASE)
    page.press("#enter", lambda: page.all("#published"), "the note is published after the sign-in")
    page.press("#unpublish", lambda: page.all("#confirm"), "the page asks for confirmation")
    page.press("#confirm", lambda: page.all("#publish") and not page.all("#published"), "the note is unpublished")
