"""The lunch of an office, in two browsers."""

import csv
import io
import os
import re
import subprocess
import urllib.request
from pathlib import Path

import pytest
from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

PACKAGE = Path(__file__).resolve().parents[2]
PROGRAM = Path(os.environ.get("LUNCH_PROGRAM", PACKAGE / ".build/debug/lunch"))
# The limit of a wait, in seconds. It is long, because it only ends tests that hang.
LIMIT = int(os.environ.get("MILLRACE_DEADLINE", 600))


class Browser:
    def __init__(self):
        options = webdriver.ChromeOptions()
        for option in ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"]:
            options.add_argument(option)
        self.driver = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))
        self.driver.set_page_load_timeout(LIMIT)

    def until(self, condition):
        return WebDriverWait(self.driver, LIMIT, poll_frequency=0.05).until(lambda _: condition())

    def open(self, url):
        self.driver.get(url)
        self.until(self.is_live)

    def is_live(self):
        return self.driver.execute_script("return document.documentElement.dataset.live === 'true'")

    def type(self, name, text):
        self.driver.find_element(By.ID, name).send_keys(text)

    def click(self, name):
        self.driver.find_element(By.ID, name).click()

    def until_text(self, text):
        self.until(lambda: text in self.driver.execute_script("return document.body.innerText"))

    def enter(self, name, password, is_new=False):
        self.type("name", name)
        self.type("password", password)
        if is_new:
            self.click("new")
        self.click("enter")


class Program:
    def __init__(self, folder, port=0):
        environment = dict(os.environ, PORT=str(port), DATA=str(folder), ADMINS="ada")
        self.process = subprocess.Popen([PROGRAM], env=environment, stdout=subprocess.PIPE, text=True)
        self.url = re.search(r"http://\S+\d", self.process.stdout.readline())[0].replace("127.0.0.1", "localhost")
        self.port = int(self.url.rsplit(":", 1)[1])

    def kill(self):
        self.process.kill()
        self.process.wait(LIMIT)

    def end(self):
        self.process.terminate()
        assert self.process.wait(LIMIT) == 0


@pytest.fixture
def browsers():
    both = [Browser(), Browser()]
    yield both
    for browser in both:
        browser.driver.quit()


def test_two_people_order_lunch(browsers, tmp_path):
    ada, bob = browsers
    program = Program(tmp_path)
    try:
        ada.open(program.url)
        ada.enter("ada", "short", is_new=True)
        ada.until_text("at least 8 characters")
        ada.type("password", "-but-longer")
        ada.click("enter")
        ada.until_text("Hello ada")
        bob.open(program.url)
        bob.enter("ada", "a wrong password")
        bob.until_text("The name or the password is wrong.")
        for name in ["name", "password"]:
            bob.driver.find_element(By.ID, name).clear()
        bob.enter("bob", "correct horse", is_new=True)
        bob.until_text("Hello bob")
        assert not bob.driver.find_elements(By.ID, "admin")

        # Each sees the orders of the other at once.
        bob.type("dish", "=Soup \"hot\"")
        bob.click("order")
        ada.until_text("=Soup \"hot\"")
        ada.type("dish", "Pizza")
        ada.click("order")
        bob.until_text("Pizza")
        assert bob.driver.find_element(By.ID, "chart").get_attribute("aria-label").endswith("=Soup \"hot\": 1, Pizza: 1")
        rows = list(csv.reader(io.StringIO(urllib.request.urlopen(program.url + "/orders.csv").read().decode())))
        assert rows == [["Name", "Dish"], ["bob", "'=Soup \"hot\""], ["ada", "Pizza"]]

        # Only an admin closes the list.
        bob.open(program.url + "/admin")
        bob.until_text("This page is for admins.")
        bob.open(program.url)
        ada.click("admin")
        ada.until_text("Close in 15 minutes")
        ada.click("close-later")
        bob.until_text("Orders close in 14:5")
        ada.click("close")
        bob.until_text("Orders are closed.")
        assert not bob.driver.find_element(By.ID, "order").is_enabled()

        # After a kill, each page shows what it showed, in the same document.
        ada.click("open")
        bob.until_text("Orders are open.")
        port = program.port
        program.kill()
        for browser in [ada, bob]:
            browser.driver.execute_script("window.isSameDocument = true")
            browser.until(lambda: not browser.is_live())
        program = Program(tmp_path, port)
        for browser in [ada, bob]:
            browser.until(browser.is_live)
            assert browser.driver.execute_script("return window.isSameDocument")
        assert ada.driver.title == "Admin"
        ada.click("close")
        for text in ["Hello bob", "Pizza", "Orders are closed."]:
            bob.until_text(text)
        first = bob.driver.current_window_handle
        bob.driver.switch_to.new_window("tab")
        bob.open(program.url)
        bob.until_text("Hello bob")
        bob.click("sign-out")
        bob.until_text("I am new here")
        bob.driver.switch_to.window(first)
        bob.until_text("I am new here")
        stored = b"".join(file.read_bytes() for file in tmp_path.glob("lunch.sqlite*"))
        assert b"Pizza" in stored and b"correct horse" not in stored
        for file in ["lunch.sqlite", "sign-in-keys", "ended-sign-ins"]:
            assert (tmp_path / file).stat().st_mode & 0o777 == 0o600
    finally:
        program.end()
