"""Runs the gallery as its user runs it, and opens its pages in Chromium."""

import os
import re
import signal
import subprocess
from pathlib import Path

import pytest
from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

PACKAGE = Path(__file__).resolve().parents[2]
PROGRAM = Path(os.environ.get("GALLERY_PROGRAM", PACKAGE / ".build/debug/gallery"))
# The limit of a wait, in seconds. It is long, because it only ends tests that hang.
LIMIT = int(os.environ.get("MILLRACE_DEADLINE", 600))


@pytest.fixture(scope="session")
def address():
    # The output is a pipe. The address must arrive while the program runs.
    process = subprocess.Popen([PROGRAM, "0"], stdout=subprocess.PIPE, text=True)
    line = process.stdout.readline()
    found = re.search(r"http://127\.0\.0\.1:\d+", line)
    assert found, f"The program did not start: {line}"
    yield found[0]
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=LIMIT)
    assert process.returncode == 0


@pytest.fixture(scope="session")
def driver():
    options = webdriver.ChromeOptions()
    for option in ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--window-size=1280,800"]:
        options.add_argument(option)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))
    driver.set_page_load_timeout(LIMIT)
    driver.set_script_timeout(LIMIT)
    yield driver
    driver.quit()


class Page:
    def __init__(self, driver, address: str):
        self.driver, self.address = driver, address

    def open(self, path: str):
        self.driver.get(self.address + path)
        self.until("document.documentElement.dataset.live === 'true'")

    def run(self, script: str, *arguments):
        return self.driver.execute_script(script, *arguments)

    def until(self, condition: str):
        """Waits until a script's expression is true."""
        wait = WebDriverWait(self.driver, LIMIT, poll_frequency=0.05)
        wait.until(lambda driver: driver.execute_script(f"return {condition}"), condition)

    def find(self, selector: str):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def field(self, label: str):
        return self.find(f"[aria-label='{label}']")

    def button(self, label: str):
        return self.driver.find_element(By.XPATH, f"//button[normalize-space()='{label}']")

    def value(self, label: str) -> str:
        return self.run("return document.querySelector(`[aria-label='${arguments[0]}']`).value", label)

    def until_value(self, label: str, value: str):
        self.until(f"document.querySelector(`[aria-label='{label}']`).value === '{value}'")

    def until_text(self, selector: str, text: str):
        self.until(f"document.querySelector('{selector}')?.innerText.trim() === '{text}'")

    def until_answered(self):
        self.until("!document.querySelector('[data-pending]')")


@pytest.fixture
def page(driver, address):
    yield Page(driver, address)
    # Errors of scripts and violations of the content security policy are severe.
    assert not [entry["message"] for entry in driver.get_log("browser") if entry["level"] == "SEVERE"]
