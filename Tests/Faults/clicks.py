"""Finds the cause of a fault in the inspector, as a person does who has only the recording and a bug report.

The report says which part of which store is wrong and what it should be, and after which message this was seen. Nothing here
knows a fault.
"""

import os
import re

from selenium import webdriver
from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

# The limit of a wait, in seconds. It is long, because it only ends a check that hangs.
LIMIT = int(os.environ.get("MILLRACE_DEADLINE", 600))
# The parts of the page that is on top.
PAGE = ".m-page:not([data-covered])"
ROWS = "[...page.querySelectorAll('.i-turns tbody tr')]"
HAS_TITLE = "row => row.cells[3].textContent.startsWith(arguments[0])"


def start_browser():
    options = webdriver.ChromeOptions()
    for option in ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--window-size=1280,900"]:
        options.add_argument(option)
    driver = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))
    driver.set_page_load_timeout(LIMIT)
    driver.set_script_timeout(LIMIT)
    return driver


class Investigation:
    """The search for a cause, with the number of clicks so far. Typing is no click; pressing a button and choosing from a menu is one."""

    def __init__(self, driver, report):
        self.driver, self.report, self.clicks = driver, report, 0

    def run(self, link):
        """Returns the causes that the last page shows, from the message from outside on, and the exported tests: with the mark and without."""
        self.driver.get(link)
        self.until("page?.querySelector('h1')?.textContent === 'Timeline'")
        self.until_rows(".i-turns tbody tr")
        noticed = self.turn_of_report()
        self.click_last(".i-turns tbody td:nth-child(4) a")
        self.until_rows(".i-tree li")
        self.choose_store()
        self.explain()
        self.open_suspect(noticed)
        causes = [text.split(" ", 1)[1] for text in self.texts(".i-chain li > :first-child")]
        self.explain()
        self.type("Value", self.report["expected"])
        self.click("It should be this: export a test")
        self.until("page.querySelector('#source')?.textContent.includes('@Test')")
        marked = self.page("page.querySelector('#source').textContent")
        self.type("Expected value", "")
        self.until("page.querySelector('#source').textContent !== arguments[0]", marked)
        return causes, marked, self.page("page.querySelector('#source').textContent")

    def turn_of_report(self):
        """Filters the list by the message of the report, and returns the number of the last one."""
        title = self.report["after"]
        self.type("Message", title)
        self.until(f"{ROWS}.length > 0 && {ROWS}.every({HAS_TITLE})", title)
        number = int(self.page(f"{ROWS}.at(-1).cells[0].textContent"))
        self.type("Message", "")
        self.until(f"!{ROWS}.every({HAS_TITLE})", title)
        return number

    def choose_store(self):
        """Shows the state of the store of the report."""
        store = self.page("page.querySelector('select[aria-label=Store]')?.selectedOptions[0].textContent ?? ''")
        if store and store.split(" #")[0] != self.report["store"]:
            for option in self.driver.find_elements(By.CSS_SELECTOR, f"{PAGE} select[aria-label=Store] option"):
                if option.text.split(" #")[0] == self.report["store"]:
                    option.click()
                    break
            self.clicks += 1

    def explain(self):
        """Asks why the part of the report is what it is."""
        path = self.report["path"]
        self.type("Part of the state", path)
        self.click("Why?", ".i-bar button")
        self.until("[...page.querySelectorAll('h2')].some(h => h.textContent === `Why ${arguments[0]}?`)", path)
        self.until("page.querySelector('progress') === null")
        self.until("[...page.querySelectorAll('p')].every(p => p.textContent !== 'Searching…')")

    def open_suspect(self, noticed):
        """Opens the turn that changed the part last, if this was since the report. Otherwise, the first one that should have."""
        changed = self.numbers(".i-why li > p:first-child > a")
        left = [number for number in self.numbers(".i-unchanged li > :first-child") if number >= noticed]
        suspect = changed[0] if changed and changed[0] >= noticed else min(left)
        self.click(f"{suspect} ", ".i-why a, .i-unchanged a", is_prefix=True)
        self.until("page.querySelector('.i-chain strong')?.textContent.startsWith(`${arguments[0]} `)", suspect)

    # The page.

    def page(self, expression, *arguments):
        """Evaluates an expression, in which `page` is the page on top."""
        return self.driver.execute_script(f"const page = document.querySelector('{PAGE}'); return ({expression})", *arguments)

    def until(self, condition, *arguments):
        WebDriverWait(self.driver, LIMIT, poll_frequency=0.05).until(lambda _: self.page(condition, *arguments), condition)

    def until_rows(self, selector):
        self.until("page?.querySelector(arguments[0]) !== null && document.documentElement.dataset.live === 'true'", selector)

    def texts(self, selector):
        return self.page("[...page.querySelectorAll(arguments[0])].map(e => e.textContent.trim())", selector)

    def numbers(self, selector):
        return [int(re.match(r"\d+", text)[0]) for text in self.texts(selector)]

    def type(self, label, text):
        field = self.driver.find_element(By.CSS_SELECTOR, f"{PAGE} input[aria-label='{label}']")
        field.send_keys(Keys.CONTROL, "a", Keys.NULL, text or Keys.DELETE)

    def click(self, text, selector="button", is_prefix=False):
        """Clicks the element with this text as soon as it can be clicked."""
        def find(_):
            try:
                for element in self.driver.find_elements(By.CSS_SELECTOR, f"{PAGE} :is({selector})"):
                    is_found = element.text.startswith(text) if is_prefix else element.text == text
                    if is_found and element.is_enabled():
                        element.click()
                        return True
            except StaleElementReferenceException:
                pass
            return False

        WebDriverWait(self.driver, LIMIT, poll_frequency=0.05).until(find, f"“{text}” can be clicked")
        self.clicks += 1

    def click_last(self, selector):
        self.driver.find_elements(By.CSS_SELECTOR, f"{PAGE} {selector}")[-1].click()
        self.clicks += 1
