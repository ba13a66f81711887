#!/usr/bin/python3
"""Takes the screenshots of the front page and of the guides: Notes, the inspector, Lunch and the seven pages of 7GUIs, light and dark.

    Scripts/site/screenshots.py FOLDER

Builds the examples as their tests do, runs them, and uses them in a headless Chromium as a person would. The tab and the program
are those of the browser tests of Notes.
"""

import os
import socket
import subprocess
import sys
import tempfile
from pathlib import Path
from urllib.request import urlopen

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

REPOSITORY = Path(__file__).resolve().parents[2]
# The build folder of the tests.
BUILD = REPOSITORY / ".build"
GALLERY = BUILD / "debug/gallery"
os.environ["NOTES_PROGRAM"] = str(BUILD / "debug/notes")
sys.path.insert(0, str(REPOSITORY / "Examples/Notes/Tests/Browser"))
from program import Program  # noqa: E402
from tab import Tab  # noqa: E402

LIMIT = int(os.environ.get("MILLRACE_DEADLINE", 600))


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for package, product in [("Notes", "notes"), ("Lunch", "lunch"), ("SevenGUIs", "gallery")]:
        print(f"Building {product}.")
        script = 'set -e; source Scripts/traits.sh; build "${example_traits[@]}" "$@"'
        subprocess.run(
            ["bash", "-c", script, "-", "--package-path", f"Examples/{package}", "--scratch-path", BUILD, "--product", product],
            cwd=REPOSITORY, check=True)
    driver = start_browser()
    try:
        notes(driver, folder)
        lunch(driver, folder)
        gallery(driver, folder)
    finally:
        driver.quit()
    print(f"The screenshots are in {folder}.")


def start_browser():
    options = webdriver.ChromeOptions()
    for option in ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--hide-scrollbars",
                   "--force-prefers-reduced-motion"]:
        options.add_argument(option)
    driver = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))
    driver.set_page_load_timeout(LIMIT)
    driver.set_script_timeout(LIMIT)
    return driver


def save(driver, folder, name, width, height):
    """Saves the page in both color schemes, with two pixels for each unit."""
    driver.execute_script("scrollTo(0, 0)")
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                           {"width": width, "height": height, "deviceScaleFactor": 2, "mobile": False})
    for scheme in ("light", "dark"):
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia",
                               {"features": [{"name": "prefers-color-scheme", "value": scheme}]})
        driver.save_screenshot(str(folder / f"{name}-{scheme}.png"))


def notes(driver, folder):
    with tempfile.TemporaryDirectory() as data:
        program = Program(Path(data)).start("--inspect")
        try:
            tab = Tab(driver, program.address)
            for text in ["Groceries\n\nTea, bread, lemons", "Ideas\n\n- a bird feeder\n- a shelf for the hall",
                         "Reading list\n\n1. Emma\n2. Dune\n3. Ulysses\n\nBorrow *Dune* from the library."]:
                tab.write(text)
            tab.click("#pin")
            tab.until(lambda: tab.shows(".flag.pin") and tab.save_state == "Saved", "the note is pinned and saved")
            save(driver, folder, "notes", 1280, 720)
            inspector(driver, folder, program.process.stdout.readline)
            tab.close()
            driver.switch_to.window(driver.window_handles[0])
        finally:
            program.stop()


def inspector(driver, folder, next_line):
    """Asks why the last note is pinned."""
    link = next(line.split()[-1] for line in iter(next_line, "") if line.startswith("The inspector is at "))
    tab = Tab(driver, link.split("/#")[0], "/#" + link.split("#")[1])
    shows(driver, "Library.openNotesOutput")
    save(driver, folder, "inspector-timeline", 1280, 720)
    save(driver, folder, "inspector-phone", 390, 640)
    turn = [link for link in driver.find_elements(By.LINK_TEXT, "PinNote.data")][-1]
    tab.open("/" + turn.get_attribute("href").split("/", 3)[3] + "?path=collection.notes.notes.0.isPinned")
    shows(driver, "Because of")
    save(driver, folder, "inspector-turn", 1280, 900)
    tab.open("/commands")
    shows(driver, "Median")
    save(driver, folder, "inspector-commands", 1280, 720)
    tab.close()


def lunch(driver, folder):
    with tempfile.TemporaryDirectory() as data:
        environment = dict(os.environ, PORT="0", DATA=data, ADMINS="ada")
        program = subprocess.Popen([BUILD / "debug/lunch"], env=environment, stdout=subprocess.PIPE, text=True)
        try:
            url = program.stdout.readline().split()[4].rstrip(".")
            for name, dish in [("eve", "Pizza"), ("bob", "Soup of the day"), ("cleo", "Pizza"), ("ada", "Pizza")]:
                driver.delete_all_cookies()
                driver.get(url)
                wait(driver, lambda: driver.execute_script("return document.documentElement.dataset.live === 'true'"))
                driver.find_element(By.ID, "name").send_keys(name)
                driver.find_element(By.ID, "password").send_keys("correct horse")
                driver.find_element(By.ID, "new").click()
                driver.find_element(By.ID, "enter").click()
                shows(driver, f"Hello {name}")
                driver.find_element(By.ID, "dish").send_keys(dish)
                driver.find_element(By.ID, "order").click()
                shows(driver, "Your order")
            save(driver, folder, "lunch", 720, 520)
            save(driver, folder, "lunch-phone", 390, 640)
        finally:
            program.terminate()
            program.wait(timeout=LIMIT)


def gallery(driver, folder):
    port = free_port()
    with open(os.devnull, "w", encoding="utf-8") as null:
        program = subprocess.Popen([GALLERY, str(port)], stdout=null, stderr=null)
    try:
        wait(driver, lambda: urlopen(f"http://127.0.0.1:{port}/").status == 200)
        for name, (path, use) in PAGES.items():
            driver.get(f"http://127.0.0.1:{port}/{path}")
            wait(driver, lambda: driver.execute_script("return document.documentElement.dataset.live === 'true'"))
            use(driver)
            save(driver, folder, name, 480, 420)
    finally:
        program.terminate()
        program.wait(timeout=LIMIT)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait(driver, condition):
    """Waits until `condition` holds. An error means that it does not hold yet."""
    WebDriverWait(driver, LIMIT, poll_frequency=0.1, ignored_exceptions=[OSError]).until(lambda _: condition())


def button(driver, label):
    return driver.find_element(By.XPATH, f"//button[normalize-space()='{label}']")


def field(driver, label):
    return driver.find_element(By.CSS_SELECTOR, f"[aria-label='{label}']")


def shows(driver, text):
    wait(driver, lambda: text in driver.find_element(By.TAG_NAME, "body").text)


def count(driver):
    for number in range(1, 4):
        button(driver, "Count").click()
        shows(driver, str(number))


def convert(driver):
    field(driver, "Celsius").clear()
    field(driver, "Celsius").send_keys("21")
    wait(driver, lambda: field(driver, "Fahrenheit").get_attribute("value").startswith("69.8"))


def book(driver):
    button(driver, "Book").click()
    shows(driver, "You have booked")


def let_time_pass(driver):
    wait(driver, lambda: driver.find_element(By.ID, "elapsed").text >= "3")


def add_people(driver):
    for name, surname in [("Ada", "Lovelace"), ("Grace", "Hopper"), ("Barbara", "Liskov")]:
        for label, text in [("Name", name), ("Surname", surname)]:
            field(driver, label).clear()
            field(driver, label).send_keys(text)
        wait(driver, lambda: field(driver, "Surname").get_attribute("value") == surname)
        button(driver, "Create").click()
        shows(driver, surname)


def draw(driver):
    canvas = driver.find_element(By.ID, "canvas")
    for x, y in [(-120, -40), (10, 30), (110, -20)]:
        ActionChains(driver).move_to_element_with_offset(canvas, x, y).click().perform()
    wait(driver, lambda: len(driver.find_elements(By.CSS_SELECTOR, "#canvas circle")) == 3)


def calculate(driver):
    cells = [("A0", "Tea"), ("B0", "3"), ("A1", "Bread"), ("B1", "4"), ("A2", "Sum"), ("B2", "=sum(B0:B1)")]
    for cell, text in cells:
        column, row = ord(cell[0]) - ord("A"), int(cell[1:])
        element = driver.find_elements(By.CSS_SELECTOR, "tbody tr")[row].find_elements(By.CSS_SELECTOR, "td")[column]
        ActionChains(driver).double_click(element).perform()
        wait(driver, lambda: driver.find_elements(By.ID, "cell"))
        driver.find_element(By.ID, "cell").send_keys(text + Keys.ENTER)
        wait(driver, lambda: not driver.find_elements(By.ID, "cell"))
    shows(driver, "7")


# The pages of the gallery: the name of the screenshot, the path, and how the page is used.
PAGES = {
    "counter": ("counter", count),
    "temperature": ("temperature", convert),
    "flights": ("flight", book),
    "timer": ("timer", let_time_pass),
    "people": ("crud", add_people),
    "circles": ("circles", draw),
    "cells": ("cells", calculate),
}


if __name__ == "__main__":
    main()
