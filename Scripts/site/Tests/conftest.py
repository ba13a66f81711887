"""Serves the built site as a web server does, below a path, and opens its pages in Chromium."""

import http.server
import os
import threading
from functools import partial
from pathlib import Path

import pytest
from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.support.ui import WebDriverWait

REPOSITORY = Path(__file__).resolve().parents[3]
SITE = Path(os.environ.get("MILLRACE_SITE", REPOSITORY / ".build/site"))
# The limit of a wait, in seconds. It is long, because it only ends tests that hang.
LIMIT = int(os.environ.get("MILLRACE_DEADLINE", 600))


class Handler(http.server.SimpleHTTPRequestHandler):
    """The files of the site below /docs/, because GitHub Pages serves a site below the name of its repository."""

    def translate_path(self, path):
        return super().translate_path(path.removeprefix("/docs")) if path.startswith("/docs/") else "/missing"

    def log_message(self, *arguments):
        pass


@pytest.fixture(scope="session")
def address():
    assert (SITE / "index.html").is_file(), f"There is no site in {SITE}. Build it with: make docs"
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=str(SITE)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/docs/"
    server.shutdown()


@pytest.fixture(scope="session")
def driver():
    options = webdriver.ChromeOptions()
    for option in ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"]:
        options.add_argument(option)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))
    driver.set_page_load_timeout(LIMIT)
    driver.set_script_timeout(LIMIT)
    yield driver
    driver.quit()


class Browser:
    def __init__(self, driver, address):
        self.driver, self.address = driver, address

    def open(self, path, width=1280, height=800, scheme="light"):
        """Opens a page of the site in a window of this size, with this color scheme."""
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                                    {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600})
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia",
                                    {"features": [{"name": "prefers-color-scheme", "value": scheme}]})
        self.driver.get(self.address + path)

    def run(self, script):
        return self.driver.execute_script("return " + script)

    def until(self, condition):
        """Waits until a script's expression is true."""
        WebDriverWait(self.driver, LIMIT, poll_frequency=0.05).until(lambda _: self.run(condition), condition)

    def find(self, selector):
        return self.driver.find_element("css selector", selector)

    @property
    def results(self):
        """The titles of the found pages."""
        return self.run("[...document.querySelectorAll('#results a')].map(each => each.textContent)")

    @property
    def errors(self):
        """What the browser has reported since the last call."""
        return [entry["message"] for entry in self.driver.get_log("browser") if entry["level"] in ("SEVERE", "WARNING")]


@pytest.fixture
def browser(driver, address):
    browser = Browser(driver, address)
    assert browser.errors is not None
    yield browser
    assert browser.errors == []
