"""The page without its script: links and forms."""

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from tab import PASSPHRASE, until


class Paper:
    """A tab in which no script runs. A document is the answer to what was pressed, whole."""

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
        """Presses, as soon as it can be pressed, and reads on where `condition` holds."""
        self.until(lambda: self.find(selector).is_displayed() and self.find(selector).click() is None, f"{selector} is there")
        self.until(condition, what)

    def write(self, text: str):
        title = text.split("\n")[0]
        self.press(".new", lambda: self.find("#text").get_attribute("value") == "", "a new note is open")
        self.find("#text").send_keys(text)
        self.press("#save-now", lambda: title in self.titles, "it is sent by form")


@pytest.fixture
def paper(program, without_script):
    program.start()
    driver = without_script()
    driver.get(program.address)
    return Paper(driver)


def test_a_note_is_opened_written_and_deleted(program, tabs, without_script):
    program.start()
    tab = tabs()
    tab.write("Paper\nand pencil")
    note = tab.path
    program.stop()
    program.start()

    paper = Paper(without_script())
    paper.driver.get(program.address)
    assert paper.titles == ["Paper"]
    paper.press("#list .row", lambda: paper.driver.current_url.endswith(note), "the link leads to the note")
    paper.until(lambda: paper.find("#text").get_attribute("value") == "Paper\nand pencil", "the document has the text in it")
    paper.find("#text").send_keys(Keys.CONTROL, Keys.HOME, Keys.NULL, "More ")
    paper.press("#save-now", lambda: paper.titles == ["More Paper"], "it is sent by form")
    tab.open(note)
    assert tab.text == "More Paper\nand pencil"
    tab.until_saved()
    without_script()
    paper.press(
        "#delete", lambda: paper.titles == [] and "was deleted" in paper.find("#toasts").text, "deleted by form")
    paper.press("#toasts button", lambda: paper.titles == ["More Paper"], "and brought back by one")


def test_a_question_is_asked_and_answered(paper):
    for text in ["One", "Two"]:
        paper.write(text)
    paper.press("#select", lambda: paper.all("#delete-selected"), "notes can be chosen")
    for number in [0, 1]:
        row = f"#list li:nth-child({number + 1}) .row"
        paper.press(row, lambda: len(paper.all("#list .row[aria-checked=true]")) == number + 1, "it is chosen")
    paper.press("#delete-selected", lambda: paper.all("#confirm"), "it asks")
    paper.press("#confirm", lambda: paper.titles == [] and not paper.all("#confirm"), "both are gone")


def test_a_note_is_published_with_an_account_and_taken_back(paper):
    paper.write("Open letter\n\nTo *whom* it may concern.")
    paper.press("#publish", lambda: paper.all("#passphrase"), "somebody has to sign in")
    paper.find("#name").send_keys("Emma")
    paper.find("#passphrase").send_keys(PASSPHRASE)
    paper.press("#enter", lambda: paper.all("#published"), "the publication that was held goes on")
    paper.press("#unpublish", lambda: paper.all("#confirm"), "it asks")
    paper.press("#confirm", lambda: paper.all("#publish") and not paper.all("#published"), "it is taken back")
