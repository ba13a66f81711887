"""The search of the site, and its pages in both color schemes and at the width of a phone."""

import pytest
from selenium.webdriver.common.keys import Keys

PAGES = {
    "the front page": "", "Essentials": "documentation/millrace/essentials/", "a symbol": "documentation/millrace/engine/",
    "Performance": "documentation/millrace/performance/", "the results of a search": "search/?q=debounce",
    "the reference": "documentation/",
}


def test_search_from_the_header(browser):
    browser.open("documentation/millrace/essentials/")
    browser.find("header input").send_keys("undo and redo" + Keys.ENTER)
    browser.until("document.querySelectorAll('#results li').length > 0")
    assert browser.find("main input").get_property("value") == "undo and redo"
    assert browser.results[0] == "Recipes › Undo and redo"
    browser.find("#results a").click()
    browser.until("location.hash !== ''")
    assert browser.run("document.querySelector('h1').textContent").startswith("Recipes")
    assert browser.run("document.getElementById(decodeURIComponent(location.hash.slice(1))) !== null")


def test_search_while_typing(browser):
    browser.open("search/")
    field = browser.find("main input")
    assert browser.run("document.activeElement === document.querySelector('main input')")
    field.send_keys("debounce")
    browser.until("document.querySelectorAll('#results li').length > 1")
    assert browser.run("location.search") == "?q=debounce"
    assert browser.results[:2] == ["Flow.debounce(_:id:_:)", "Recipes › A debounced search"]
    for _ in "debounce":
        field.send_keys(Keys.BACKSPACE)
    browser.until("document.querySelectorAll('#results li').length === 0")
    assert browser.run("location.search") == ""


def test_a_search_that_is_typed_before_the_index_is_loaded(browser):
    hold = "const load = fetch; window.fetch = (...all) => new Promise((go) => window.go = () => go(load(...all)))"
    command = "Page.addScriptToEvaluateOnNewDocument"
    script = browser.driver.execute_cdp_cmd(command, {"source": hold})["identifier"]
    browser.open("search/")
    browser.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", {"identifier": script})
    browser.find("main input").send_keys("debounce")
    browser.run("void go()")
    browser.until("document.querySelectorAll('#results li').length > 1")
    assert browser.run("document.querySelector('main input').value") == "debounce"


@pytest.mark.parametrize("name", ["Store", "Engine", "Reducer", "TestStore", "Explorer", "WebServer"])
def test_a_type_is_found_by_its_name(browser, name):
    browser.open(f"search/?q={name}")
    browser.until("document.querySelectorAll('#results li').length > 0")
    assert name in browser.results[:3]


# What readers search for, and a result among the first five.
@pytest.mark.parametrize(("query", "result"), [
    ("persistence", "Recipes › A program that reads its input and stores its state"),
    ("stdin", "Recipes › A program that reads its input and stores its state"),
    ("readLine", "Recipes › A program that reads its input and stores its state"),
    ("error handling", "Recipes › Error handling"), ("CLI", "The command-line tool"), ("undo", "Recipes › Undo and redo"),
    ("Package.swift", "Essentials › The package"), ("cancel", "Flow.cancel(_:)"), ("debounced zebra", "Recipes › A debounced search"),
])
def test_everyday_words(browser, query, result):
    browser.open(f"search/?q={query.replace(' ', '+')}")
    browser.until("document.querySelectorAll('#results li').length > 0")
    assert any(result in each for each in browser.results[:5]), browser.results[:5]


def test_nothing_is_found(browser):
    browser.open("search/?q=%3Cimg-onerror%3D%22document.title%3D1%22%3E")
    browser.until("document.getElementById('summary').textContent === '0 results'")
    assert browser.run("document.title") == "Search · Millrace"


def test_slash_focuses_the_search(browser):
    browser.open("documentation/millrace/recipes/")
    browser.find("body").send_keys("/")
    assert browser.run("document.activeElement === document.querySelector('header input')")
    assert browser.run("document.activeElement.value") == ""


# The contrast of text that WCAG 2 requires at level AA is 4.5.
CONTRAST = """(() => {
    const channel = c => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
    const luminance = color => {
        const [r, g, b] = color.match(/[\\d.]+/g).map(c => channel(c / 255));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const background = element => {
        const color = getComputedStyle(element).backgroundColor;
        const isClear = color === 'transparent' || /, 0\\)$/.test(color);
        return isClear && element.parentElement ? background(element.parentElement) : color;
    };
    const low = [];
    for (const element of document.querySelectorAll('p, a, h1, h2, h3, li, td, th, code, span, label, figcaption')) {
        if (!element.textContent.trim() || !element.offsetParent || element.matches('.anchor, .skip')) continue;
        const pair = [luminance(getComputedStyle(element).color), luminance(background(element))].sort((a, b) => b - a);
        const contrast = (pair[0] + 0.05) / (pair[1] + 0.05);
        if (contrast < 4.5) low.push(`${element.tagName} ${element.textContent.slice(0, 30)}: ${contrast.toFixed(2)}`);
    }
    return low;
})()"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("page", PAGES)
def test_page_fits_and_is_readable(browser, page, width, scheme):
    browser.open(PAGES[page], width=width, scheme=scheme)
    if PAGES[page].startswith("search"):
        browser.until("document.querySelectorAll('#results li').length > 0")
    assert browser.run("document.documentElement.scrollWidth <= innerWidth")
    assert browser.run("[...document.images].filter(each => each.complete && !each.naturalWidth).map(each => each.src)") == []
    assert browser.run(CONTRAST) == []
    is_dark = browser.run("getComputedStyle(document.body).backgroundColor") != "rgb(255, 255, 255)"
    assert is_dark == (scheme == "dark")


def test_menu_of_a_phone_needs_no_script(browser):
    browser.open("documentation/millrace/essentials/", width=390)
    assert not browser.find(".side .groups").is_displayed()
    browser.find(".side label").click()
    assert browser.find(".side .groups").is_displayed()
