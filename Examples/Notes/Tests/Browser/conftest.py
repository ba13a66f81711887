import pytest
from selenium import webdriver
from selenium.webdriver.chrome.service import Service

from program import LIMIT, Program
from tab import Tab


def start_browser():
    options = webdriver.ChromeOptions()
    # Reduced motion, because a tab in the background pauses its animations. An element that fades in would stay invisible.
    for option in [
        "--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--window-size=1280,800",
        "--force-prefers-reduced-motion",
    ]:
        options.add_argument(option)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))
    driver.set_page_load_timeout(LIMIT)
    driver.set_script_timeout(LIMIT)
    return driver


@pytest.fixture(scope="session")
def driver():
    driver = start_browser()
    yield driver
    driver.quit()


@pytest.fixture
def program(tmp_path):
    program = Program(tmp_path / "data")
    yield program
    program.kill()


@pytest.fixture
def tabs(driver, program):
    """Opens tabs of the page. They are closed after the test, which fails if their script had an error."""
    first = driver.current_window_handle
    opened = []

    def open_tab(path: str = "/") -> Tab:
        opened.append(Tab(driver, program.address, path))
        return opened[-1]

    yield open_tab
    errors = [entry["message"] for entry in driver.get_log("browser") if "Uncaught" in entry["message"]]
    for tab in opened:
        tab.close()
    driver.switch_to.window(first)
    assert not errors


@pytest.fixture
def other_browser(program):
    """Another browser, with its own profile. It opens tabs of the page, or of another program's."""
    driver = start_browser()
    yield lambda path, of=program: Tab(driver, of.address, path)
    driver.quit()


@pytest.fixture
def without_script(driver, program):
    """A tab in which no script runs."""
    first = driver.current_window_handle
    driver.switch_to.new_window("tab")
    handle = driver.current_window_handle
    driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})

    def front():
        driver.switch_to.window(handle)
        return driver

    yield front
    front().execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})
    driver.close()
    driver.switch_to.window(first)
