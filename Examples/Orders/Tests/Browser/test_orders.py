"""The shop, with a customer and a person of the shop, in two browsers."""

import os
import re
import signal
import subprocess
import urllib.request
from pathlib import Path

import pytest
from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

PACKAGE = Path(__file__).resolve().parents[2]
PROGRAM = Path(os.environ.get("ORDERS_PROGRAM", PACKAGE / ".build/debug/orders"))
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

    def click(self, name):
        self.until(lambda: self.driver.find_elements(By.ID, name))
        self.driver.find_element(By.ID, name).click()

    def text(self, name):
        script = "const found = document.getElementById(arguments[0]); return found ? found.innerText : ''"
        return self.driver.execute_script(script, name)

    def until_text(self, text):
        self.until(lambda: text in self.driver.execute_script("return document.body.innerText"))

    def until_order(self, number, text):
        self.until(lambda: text in self.text(f"order-{number}"))

    def enter(self, name):
        self.driver.find_element(By.ID, "name").send_keys(name)
        self.driver.find_element(By.ID, "password").send_keys("correct horse")
        self.click("new")
        self.click("enter")
        self.until_text(f"Hello {name}")

    def screenshot(self, name):
        if folder := os.environ.get("SCREENSHOTS"):
            self.driver.save_screenshot(f"{folder}/orders-{name}.png")


class Program:
    def __init__(self, folder, ship_after, port=0):
        environment = dict(
            os.environ, PORT=str(port), PAYMENTS_PORT="0", DATA=str(folder), ADMINS="ada", SHIP_AFTER=str(ship_after))
        self.process = subprocess.Popen([PROGRAM], env=environment, stdout=subprocess.PIPE, text=True)
        self.payments = self.url_in("payment service is")
        self.url = self.url_in("shop is running").replace("127.0.0.1", "localhost")
        self.port = int(self.url.rsplit(":", 1)[1])

    def url_in(self, words):
        for line in self.process.stdout:
            if words in line:
                return re.search(r"http://\S+\d", line)[0]
        raise AssertionError(f"The program has ended before it printed: {words}")

    def set_fault(self, step, fault):
        urllib.request.urlopen(urllib.request.Request(f"{self.payments}/faults/{step}/{fault}", method="POST"))

    def book(self):
        return urllib.request.urlopen(f"{self.payments}/payments").read().decode()

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
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


def test_orders_are_paid_shipped_cancelled_and_refunded(browsers, tmp_path):
    ada, bob = browsers
    program = Program(tmp_path, 3_600)
    try:
        bob.open(program.url)
        bob.enter("bob")
        bob.click("buy-Tea")
        bob.until_order(1, "Paid")
        bob.click("buy-Piano")
        bob.until_order(2, "declined")
        bob.click("cancel-1")
        bob.until_order(1, "Refunded")

        # The customer sees that the service fails, and that it is asked again.
        program.set_fault("received", "fails")
        bob.click("buy-Cup")
        bob.until_order(3, "does not answer")
        bob.screenshot("customer")
        program.set_fault("received", "none")
        bob.until_order(3, "Paid")

        # A cancellation that crosses the charge.
        program.set_fault("recorded", "hangs")
        bob.click("buy-Kettle")
        bob.until_order(4, "Paying")
        bob.click("cancel-4")
        bob.until_order(4, "Cancelling")

        # Only an admin sees the shop's page, on which all changes appear at once.
        bob.open(program.url + "/shop")
        bob.until_text("This page is for the people of the shop.")
        ada.open(program.url)
        ada.enter("ada")
        ada.click("shop")
        ada.until_order(4, "Cancelling")
        program.set_fault("recorded", "answersTwice")
        bob.open(program.url)
        bob.until_order(4, "Refunded")
        ada.until_order(4, "Refunded")
        port = program.port
        program.kill()

        # After a kill, the pages show what they showed, without a new document, and the orders go on.
        for browser in [ada, bob]:
            browser.driver.execute_script("window.isSameDocument = true")
            browser.until(lambda: not browser.is_live())
        program = Program(tmp_path, 0, port)
        for browser in [ada, bob]:
            browser.until(browser.is_live)
            assert browser.driver.execute_script("return window.isSameDocument")
        assert "All orders" in ada.driver.title
        bob.until_order(3, "Paid")
        bob.click("buy-Tea")
        bob.until_order(5, "Shipped")
        ada.click("refund-5")
        ada.until_order(5, "Refunded")
        bob.until_order(5, "Refunded")
        ada.click("retry-payments")
        ada.until_text("0 payments are tried again.")
        ada.screenshot("shop")
        assert program.book().count('"charge"') == 4 and program.book().count('"refund"') == 3
        stored = b"".join(file.read_bytes() for file in tmp_path.glob("shop.sqlite*"))
        assert b"Kettle" in stored and b"correct horse" not in stored
        for file in ["shop.sqlite", "sign-in-keys"]:
            assert (tmp_path / file).stat().st_mode & 0o777 == 0o600
    finally:
        program.end()
