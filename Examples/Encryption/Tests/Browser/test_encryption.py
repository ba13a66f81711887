"""A page over TLS, with HTTP/1.1 and with HTTP/2."""

import os
import re
import subprocess
from pathlib import Path

import pytest
from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

PACKAGE = Path(__file__).resolve().parents[2]
PROGRAM = Path(os.environ.get("ENCRYPTION_PROGRAM", PACKAGE / ".build/debug/encryption"))
# The limit of a wait, in seconds. It is long, because it only ends tests that hang.
LIMIT = int(os.environ.get("MILLRACE_DEADLINE", 600))


@pytest.fixture(scope="module")
def driver():
    options = webdriver.ChromeOptions()
    for option in ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"]:
        options.add_argument(option)
    options.set_capability("acceptInsecureCerts", True)
    driver = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))
    driver.set_page_load_timeout(LIMIT)
    yield driver
    driver.quit()


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    """The files of a certificate and of its key."""
    folder = tmp_path_factory.mktemp("certificate")
    files = [folder / "certificate.pem", folder / "key.pem"]
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "1",
         "-subj", "/CN=localhost", "-out", files[0], "-keyout", files[1]],
        check=True, capture_output=True)
    return files


@pytest.mark.parametrize(
    ("name", "protocol", "uses_events"), [("http1", "http/1.1", False), ("http2", "h2", True)])
def test_a_page_is_live_over_tls(driver, certificate, name, protocol, uses_events):
    program = subprocess.Popen([PROGRAM, "0", *certificate, name], stdout=subprocess.PIPE, text=True)
    try:
        driver.get(re.search(r"https://\S+", program.stdout.readline())[0])
        wait = WebDriverWait(driver, LIMIT, poll_frequency=0.05)
        wait.until(lambda driver: driver.execute_script("return document.documentElement.dataset.live"))
        for count in range(1, 4):
            driver.find_element(By.CSS_SELECTOR, "#m-page button").click()
            wait.until(lambda driver: driver.find_element(By.CSS_SELECTOR, "#m-page button").text == f"Presses: {count}")
        used = "return performance.getEntriesByType('navigation')[0].nextHopProtocol"
        assert driver.execute_script(used) == protocol
        requests = "return performance.getEntriesByType('resource').map((each) => each.name)"
        assert any("/millrace/events" in url for url in driver.execute_script(requests)) == uses_events
        assert driver.get_cookie("millrace")["secure"]
        driver.delete_all_cookies()
    finally:
        program.terminate()
        assert program.wait(LIMIT) == 0
