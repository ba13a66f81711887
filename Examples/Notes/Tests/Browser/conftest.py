import pytest
from selenium import webdriver
from selenium.webdriver.chrome.service import Service

from program import Program
from tab import Tab


@pytest.fixture(scope="session")
def driver():
    options = webdriver.ChromeOptions()
    for option in ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--window-size=1200,800"]:
        options.add_argument(option)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))
    yield driver
    driver.quit()


@pytest.fixture
def program(tmp_path):
    program = Program(tmp_path / "data")
    yield program
    program.kill()


@pytest.fixture
def tabs(driver, program):
    """Opens tabs of the page; they are closed after the test, and the script must not have failed in them."""
    first = driver.current_window_handle
    opened = []

    def open_tab() -> Tab:
        opened.append(Tab(driver, program.address))
        return opened[-1]

    yield open_tab
    errors = [entry["message"] for entry in driver.get_log("browser") if "Uncaught" in entry["message"]]
    for tab in opened:
        tab.close()
    driver.switch_to.window(first)
    assert not errors
