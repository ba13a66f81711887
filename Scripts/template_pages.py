#!/usr/bin/python3
"""Uses the pages of a package from the template web as a person does, in Chromium.

    Scripts/template_pages.py adds|signs-in ADDRESS
    Scripts/template_pages.py explains LINK
    Scripts/template_pages.py survives PROGRAM
"""

import os
import re
import subprocess
import sys

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

# The limit of a wait, in seconds. It is long, because it only ends a check that hangs.
LIMIT = int(os.environ.get("MILLRACE_DEADLINE", 600))


class Browser:
    """A browser with its own cookies."""

    def __init__(self, address):
        self.address = address
        options = webdriver.ChromeOptions()
        for option in ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"]:
            options.add_argument(option)
        self.driver = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))
        self.driver.set_page_load_timeout(LIMIT)
        self.driver.set_script_timeout(LIMIT)

    def open(self, path="/"):
        self.driver.get(self.address + path)
        self.until("document.documentElement.dataset.live === 'true'")

    def until(self, condition):
        """Waits until a script's expression is true."""
        run = self.driver.execute_script
        WebDriverWait(self.driver, LIMIT, poll_frequency=0.05).until(lambda _: run("return " + condition), condition)

    def enter(self, text):
        """Types into the focused field, and presses Enter."""
        self.until("document.activeElement.matches('input')")
        self.driver.switch_to.active_element.send_keys(text + Keys.ENTER)

    def click(self, text):
        self.driver.find_element(By.XPATH, f"//*[self::a or self::button][normalize-space()='{text}']").click()

    def press(self, name):
        self.driver.find_element(By.ID, name).click()

    def headings(self):
        return self.driver.execute_script(
            "return [...document.querySelectorAll('h1')].filter(each => each.checkVisibility()).map(each => each.innerText)")

    def until_heading(self, text):
        """Waits until the top of the window has this heading. A login is a sheet above a page, which stays visible."""
        WebDriverWait(self.driver, LIMIT, poll_frequency=0.05).until(lambda _: self.headings()[-1:] == [text], text)


def adds(address):
    """Enter in the focused field adds a thing to do, and the next one can be typed at once."""
    page = Browser(address)
    page.open()
    for title in ["Milk", "Bread"]:
        page.enter(title)
        page.until(f"document.querySelector('#todos').innerText.includes('{title}')")
        page.until("document.activeElement.id === 'title' && document.activeElement.value === ''")
    # The page of a thing to do removes it, and closes. The first page restores it.
    page.click("Bread")
    page.until_heading("Bread")
    page.press("remove")
    page.until_heading("TodoList")
    page.until("document.querySelector('#todos').innerText.includes('Bread was removed.')")
    page.click("Undo")
    page.until("!document.querySelector('#todos').innerText.includes('was removed')")
    page.driver.quit()


def signs_in(address):
    """One browser signs in for the page Settings. Another one must sign in too, also if it opens the URL of the page."""
    first, second = Browser(address), Browser(address)
    for page in first, second:
        page.open()
    first.click("Settings")
    first.until_heading("Sign in")
    first.enter("Ada")
    first.until_heading("Settings")
    second.click("Settings")
    second.until_heading("Sign in")
    assert second.headings() == ["TodoList", "Sign in"], second.headings()
    second.open("/settings")
    second.until_heading("Sign in")
    assert second.headings() == ["TodoList", "Sign in"], second.headings()
    second.click("Cancel")
    second.until_heading("TodoList")
    second.click("Settings")
    second.until_heading("Sign in")
    second.enter("Grace")
    second.until_heading("Settings")
    first.until_heading("Settings")
    for page in first, second:
        page.driver.quit()


def explains(link):
    """The link of the inspector shows what the list has done."""
    page = Browser(link)
    page.open("")
    page.until("document.querySelector('main, body').innerText.includes('TodoList.add')")
    page.driver.quit()


def start(program, port):
    """Starts the program, and returns it with its address."""
    environment = dict(os.environ, PORT=str(port))
    process = subprocess.Popen([program], env=environment, stdout=subprocess.PIPE, text=True)
    return process, re.search(r"http://[\d.:]+\d", process.stdout.readline())[0]


def survives(program):
    """After kill -9 and a new start, the tab shows what a person was typing, and so does the tab after a reload."""
    process, address = start(program, 0)
    try:
        page = Browser(address)
        page.open()
        page.driver.find_element(By.ID, "title").send_keys("Half a")
        page.until("!document.getElementById('title').hasAttribute('data-pending')")
        process.kill()
        process.wait(LIMIT)
        page.until("document.documentElement.dataset.live !== 'true'")
        process, _ = start(program, address.rsplit(":", 1)[1])
        page.until("document.documentElement.dataset.live === 'true'")
        page.until("document.getElementById('title').value === 'Half a'")
        page.driver.refresh()
        page.until("document.documentElement.dataset.live === 'true'")
        page.until("document.getElementById('title').value === 'Half a'")
        page.enter(Keys.END + " sentence")
        page.until("document.querySelector('#todos').innerText.includes('Half a sentence')")
        page.driver.quit()
    finally:
        process.terminate()
        process.wait(LIMIT)
    assert process.returncode == 0, process.returncode


if __name__ == "__main__":
    {"adds": adds, "signs-in": signs_in, "explains": explains, "survives": survives}[sys.argv[1]](sys.argv[2])
