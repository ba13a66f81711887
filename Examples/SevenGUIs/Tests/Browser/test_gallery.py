"""The seven pages in Chromium, as a person uses them."""

from pathlib import Path

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

TASKS = {
    "counter": "Counter", "temperature": "Temperature converter", "flight": "Flight booker", "timer": "Timer",
    "crud": "CRUD", "circles": "Circle drawer", "cells": "Cells",
}


def test_each_task_has_a_link_and_a_url(page):
    for path, title in TASKS.items():
        page.open("/")
        page.find(f"a[href='/{path}']").click()
        page.until(f"location.pathname === '/{path}' && document.title === '{title}'")
        page.driver.back()
        page.until("location.pathname === '/' && document.title === '7GUIs'")


def test_counter(page):
    page.open("/counter")
    for _ in range(3):
        page.button("Count").click()
    page.until_text("#count", "3")


def test_a_reload_keeps_the_count(page):
    page.open("/counter")
    page.button("Count").click()
    page.until_text("#count", "1")
    page.driver.refresh()
    page.until("document.documentElement.dataset.live === 'true'")
    page.until_text("#count", "1")


def test_temperature(page):
    page.open("/temperature")
    page.field("Celsius").send_keys(Keys.CONTROL, "a", Keys.NULL, "100")
    page.until_value("Fahrenheit", "212")
    page.field("Fahrenheit").send_keys(Keys.CONTROL, "a", Keys.NULL, "32")
    page.until_value("Celsius", "0")
    page.field("Celsius").send_keys("x")
    page.until("document.querySelector('#celsius').ariaInvalid === 'true'")
    assert page.value("Fahrenheit") == "32"


def test_flight(page):
    page.open("/flight")
    assert not page.field("Return").is_enabled()
    page.run("const kind = document.querySelector('select'); kind.selectedIndex = 1; kind.dispatchEvent(new Event('change', { bubbles: true }))")
    page.until("!document.querySelector('#return').disabled")
    page.field("Return").send_keys(Keys.CONTROL, "a", Keys.NULL, "01.01.2000")
    page.until("[...document.querySelectorAll('button')].some((e) => e.textContent === 'Book' && e.disabled)")
    page.field("Departure").send_keys(Keys.CONTROL, "a", Keys.NULL, "31.12.1999")
    page.until("[...document.querySelectorAll('button')].some((e) => e.textContent === 'Book' && !e.disabled)")
    page.button("Book").click()
    page.until("document.body.innerText.includes('31.12.1999') && document.body.innerText.includes('01.01.2000')")


def test_timer(page):
    page.open("/timer")
    page.run("const it = document.querySelector('[type=range]'); it.value = 1; it.dispatchEvent(new Event('input', { bubbles: true }))")
    page.until_text("#elapsed", "1.0 s")
    page.button("Reset").click()
    page.until("document.querySelector('#elapsed').innerText !== '1.0 s'")
    page.until_text("#elapsed", "1.0 s")


def test_crud(page):
    page.open("/crud")
    names = "[...document.querySelectorAll('option:not([hidden])')].map((e) => e.textContent).join('|')"
    for name, surname in [("Max", "Mann"), ("Eva", "Berg")]:
        for label, text in [("Name", name), ("Surname", surname)]:
            page.field(label).send_keys(Keys.CONTROL, "a", Keys.NULL, text)
        page.button("Create").click()
        page.until(f"{names}.includes('{surname}, {name}')")
    page.field("Filter prefix").send_keys("B")
    page.until(f"{names} === 'Berg, Eva'")
    page.find("option:not([hidden])").click()
    page.until("[...document.querySelectorAll('button')].some((e) => e.textContent === 'Delete' && !e.disabled)")
    page.button("Delete").click()
    page.until(f"{names} === ''")
    page.field("Filter prefix").send_keys(Keys.BACKSPACE)
    page.until(f"{names} === 'Mann, Max'")


def test_circles(page):
    page.open("/circles")
    canvas = page.find("#canvas")
    for x in [-100, 0]:
        ActionChains(page.driver).move_to_element_with_offset(canvas, x, 0).click().perform()
    page.until("document.querySelectorAll('circle').length === 2")
    # A circle is selected when the pointer moves over it.
    ActionChains(page.driver).move_by_offset(2, 0).perform()
    page.until("document.querySelectorAll('circle.selected').length === 1")
    ActionChains(page.driver).context_click().perform()
    page.until("document.querySelector('dialog:modal')")
    page.run("const it = document.querySelector('dialog input'); it.value = 90; it.dispatchEvent(new Event('input', { bubbles: true }))")
    page.until("document.querySelector('circle.selected').getAttribute('r') === '45'")
    page.driver.switch_to.active_element.send_keys(Keys.ESCAPE)
    page.until("!document.querySelector('dialog')")
    page.button("Undo").click()
    page.until("![...document.querySelectorAll('circle')].some((each) => each.getAttribute('r') === '45')")
    page.button("Undo").click()
    page.until("document.querySelectorAll('circle').length === 1")
    page.button("Redo").click()
    page.until("document.querySelectorAll('circle').length === 2")


def test_cells(page):
    page.open("/cells")
    for column, text in enumerate(["5", "=add(A0, 2)"]):
        ActionChains(page.driver).double_click(page.find(f"tbody tr td:nth-of-type({column + 1})")).perform()
        # The field has the focus as soon as it appears.
        page.until("document.activeElement.id === 'cell'")
        page.driver.switch_to.active_element.send_keys(text, Keys.ENTER)
        page.until("!document.querySelector('#cell')")
    page.until_text("tbody tr td:nth-of-type(2)", "7")
    ActionChains(page.driver).double_click(page.find("tbody tr td")).perform()
    page.until("document.activeElement.id === 'cell'")
    page.driver.switch_to.active_element.send_keys("9", Keys.ESCAPE)
    page.until("!document.querySelector('#cell')")
    page.until_text("tbody tr td:nth-of-type(2)", "7")
    ActionChains(page.driver).double_click(page.find("tbody tr td")).perform()
    page.until("document.activeElement.id === 'cell'")
    page.driver.switch_to.active_element.send_keys(Keys.CONTROL, "a")
    page.driver.switch_to.active_element.send_keys("=foo(", Keys.ENTER)
    page.until_text("tbody tr td", "#ERROR")
    # The error is not broken into two lines.
    heights = "return [...document.querySelectorAll('tbody tr')].slice(0, 2).map((row) => row.clientHeight)"
    first, second = page.run(heights)
    assert abs(first - second) <= 1


LOW_CONTRAST = (Path(__file__).resolve().parents[3] / "Support/low_contrast.js").read_text()


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("path", ["", *TASKS])
def test_each_page_is_readable_in_both_themes_and_at_phone_width(page, path, theme):
    page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": theme}]})
    size = {"width": 390, "height": 800, "deviceScaleFactor": 1, "mobile": True}
    page.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    try:
        page.open(f"/{path}")
        assert page.run(LOW_CONTRAST) == []
        # Only the sheet of cells scrolls sideways, within itself.
        assert page.run("return document.documentElement.scrollWidth") <= 390
        assert page.run("return document.querySelectorAll('main, [role=main]').length") == 1
        assert page.run("return [...document.querySelectorAll('h1')].filter((e) => e.checkVisibility()).length") == 1
        unnamed = """
            return [...document.querySelectorAll("#m-page :is(button, a, input, select)")].filter(
                (e) => e.checkVisibility() && !(e.ariaLabel ?? e.innerText).trim()).length
        """
        assert page.run(unnamed) == 0
    finally:
        page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
        page.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
