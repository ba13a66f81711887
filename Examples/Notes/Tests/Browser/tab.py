"""A tab of the browser that shows the page."""

from selenium.common.exceptions import StaleElementReferenceException, WebDriverException
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

from program import LIMIT

PASSPHRASE = "correct horse battery"


def until(driver, condition, what: str, seconds: float = LIMIT):
    """Waits until `condition` holds. Finds an element again that the page has replaced."""
    wait = WebDriverWait(driver, seconds, poll_frequency=0.05, ignored_exceptions=[StaleElementReferenceException])
    wait.until(lambda _: holds(condition), f"This did not happen within {seconds} s: {what}")


def holds(condition) -> bool:
    """Whether `condition` holds. False while the document is being replaced."""
    try:
        return condition()
    except WebDriverException as error:
        # The error of chromedriver for an element whose document was replaced.
        if "does not belong to the document" in str(error):
            return False
        raise


class Tab:
    def __init__(self, driver, address: str, path: str = "/"):
        self.driver = driver
        self.address = address
        driver.switch_to.new_window("tab")
        self.handle = driver.current_window_handle
        self.open(path)

    def open(self, path: str):
        self.front()
        self.driver.get(self.address + path)
        self.until(lambda: self.is_connected, "the page is connected")

    def front(self) -> "Tab":
        self.driver.switch_to.window(self.handle)
        return self

    def close(self):
        self.front().driver.close()

    def until(self, condition, what: str, seconds: float = LIMIT):
        """Waits until `condition` holds in this tab."""
        self.front()
        until(self.driver, condition, what, seconds)

    # The content of the page.

    def run(self, script: str, *arguments):
        return self.front().driver.execute_script(script, *arguments)

    def find(self, selector: str):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def texts(self, selector: str) -> list[str]:
        return self.run("return [...document.querySelectorAll(arguments[0])].map(e => e.innerText.trim())", selector)

    def record(self, selector: str):
        """Records the texts of the elements after each change of the page. Waiting for a text can miss one that is shown briefly."""
        self.run("""
            const selector = arguments[0];
            window.recorded = [];
            new MutationObserver(() =>
                recorded.push([...document.querySelectorAll(selector)].map(e => e.textContent.trim()))
            ).observe(document, { childList: true, subtree: true, characterData: true });
        """, selector)

    @property
    def recorded(self) -> list[list[str]]:
        return self.run("return recorded")

    def shows(self, selector: str) -> bool:
        # In one script, because the page may replace the elements meanwhile.
        return self.run("return [...document.querySelectorAll(arguments[0])].some(e => e.checkVisibility())", selector)

    @property
    def is_connected(self) -> bool:
        return self.driver.execute_script("return document.documentElement.dataset.live === 'true'")

    @property
    def is_offline(self) -> bool:
        return self.run("return document.documentElement.hasAttribute('data-offline')")

    @property
    def path(self) -> str:
        return self.front().driver.current_url.removeprefix(self.address)

    @property
    def titles(self) -> list[str]:
        return self.texts("#list .title")

    @property
    def count(self) -> str:
        return self.texts("#count")[0]

    @property
    def text(self) -> str:
        return self.run("return document.getElementById('text')?.value")

    @property
    def caret(self) -> int:
        return self.run("return document.getElementById('text').selectionStart")

    @property
    def focus(self) -> str:
        return self.run("return document.activeElement.id")

    @property
    def toasts(self) -> list[str]:
        return self.texts("#toasts .toast p")

    @property
    def status(self) -> str:
        """The message about the connection and about unsent changes."""
        return self.texts("#m-status")[0]

    @property
    def sheet(self) -> str:
        """The title of the top sheet, or an empty string."""
        return self.run("return [...document.querySelectorAll('.m-sheet h2')].at(-1)?.innerText ?? ''")

    @property
    def save_state(self) -> str:
        """The save state that is shown."""
        found = self.texts("#save")
        return found[0] if found else ""

    # The actions of a person.

    def press(self, *keys: str):
        self.front().driver.switch_to.active_element.send_keys(*keys)

    def click(self, selector: str):
        """Clicks an element as soon as it is shown."""
        self.until(lambda: self.shows(selector) and self.find(selector).click() is None, f"{selector} is shown")

    def click_text(self, selector: str, text: str):
        """Clicks the element with exactly this text as soon as it is shown."""
        def click() -> bool:
            found = [each for each in self.driver.find_elements(By.CSS_SELECTOR, selector) if each.text == text]
            return bool(found) and found[0].click() is None

        self.until(click, f"“{text}” is shown")

    def click_row(self, title: str):
        self.click_text("#list .title", title)

    def open_note(self, title: str):
        self.click_row(title)
        self.until(lambda: self.shows("#text") and self.text.startswith(title), f"“{title}” is open")

    def write(self, text: str):
        """Writes a new note and waits until it is saved."""
        before = self.front().driver.current_url
        self.click(".new")
        self.until(
            lambda: self.shows("#text") and self.text == "" and self.driver.current_url != before, "a new note is open")
        self.type(text)
        self.until_saved()

    def type(self, text: str):
        self.front().find("#text").send_keys(text)

    def type_at_end(self, text: str):
        self.front().find("#text").send_keys(Keys.CONTROL, Keys.END, Keys.NULL, text)

    def until_saved(self):
        self.until(lambda: self.save_state == "Saved", "the page shows “Saved”")

    def search(self, query: str):
        field = self.front().find("#search")
        field.send_keys(Keys.CONTROL, "a", Keys.NULL, query or Keys.DELETE)

    def sign_in(self, name: str = "Emma", passphrase: str = PASSPHRASE):
        """Fills in and submits the form."""
        self.until(lambda: self.shows("#passphrase"), "the form is shown")
        for field, text in [("#name", name), ("#passphrase", passphrase)]:
            self.find(field).clear()
            self.find(field).send_keys(text)
        self.find("#enter").click()

    def close_sheet(self):
        before = self.sheet
        self.press(Keys.ESCAPE)
        self.until(lambda: self.sheet != before, f"“{before}” is closed")
