"""Writing, searching, editing, deleting."""

from selenium.webdriver.common.keys import Keys


def test_a_note_is_written_saved_and_listed(program, tabs):
    program.start()
    tab = tabs()
    tab.write("Groceries\nmilk and bread")
    assert tab.titles == ["Groceries"]
    assert tab.count == "1 note"
    assert tab.driver.title == "Groceries – Notes"
    tab.write("Holidays")
    assert tab.titles == ["Holidays", "Groceries"], "the newest comes first"


def test_search_as_you_type_whatever_the_case_and_the_accents(program, tabs):
    program.start()
    tab = tabs()
    for text in ["Crème brûlée\neggs, cream", "Bread\nflour, water", "Cake\nflour, EGGS"]:
        tab.write(text)
    tab.search("eggs")
    tab.until(lambda: tab.titles == ["Cake", "Crème brûlée"], "two notes have eggs")
    tab.until(lambda: tab.count == "2 of 3", "the count says so")
    assert tab.texts("#list mark") == ["EGGS", "eggs"]
    tab.search("creme")
    tab.until(lambda: tab.titles == ["Crème brûlée"], "accents do not matter")
    tab.search("nothing like this")
    tab.until(lambda: "No note matches" in tab.texts("#more")[0], "the page says that nothing matches")
    tab.press(Keys.ESCAPE)
    tab.until(lambda: len(tab.titles) == 3, "leaving the search shows all notes")


def test_two_tabs_edit_one_note(program, tabs):
    program.start()
    one = tabs()
    one.write("Plan\n\nlast line")
    two = tabs()
    two.open_note("Plan")
    one.front().find("#text").send_keys(Keys.CONTROL, Keys.HOME, Keys.NULL, "The ")
    two.until(lambda: two.text == "The Plan\n\nlast line", "the other tab has the text")
    two.until(lambda: two.titles == ["The Plan"], "and the title in the list")
    two.type_at_end(", more")
    one.until(lambda: one.text == "The Plan\n\nlast line, more", "and back")
    assert one.caret == 4, "the caret of the other tab stays where it was"
    one.until_saved()
    two.until_saved()


def test_two_tabs_type_at_the_same_time_and_nothing_is_lost(program, tabs):
    program.start()
    one = tabs()
    one.write("start\nmiddle\nend")
    two = tabs()
    two.open_note("start")
    # Both type before either hears of the other.
    script = """
        const field = document.getElementById('text');
        field.setRangeText(arguments[0], arguments[1], arguments[1], 'end');
        field.dispatchEvent(new Event('input', { bubbles: true }));
    """
    program.freeze()
    one.front().driver.execute_script(script, "A", 0)
    two.front().driver.execute_script(script, "Z", len("start\nmiddle\nend"))
    program.thaw()
    for tab in [one, two]:
        tab.until(lambda tab=tab: tab.text == "Astart\nmiddle\nendZ", "both changes are in both tabs")
        tab.until_saved()


def test_a_deleted_note_comes_back(program, tabs):
    program.start()
    tab = tabs()
    tab.write("Keep me")
    other = tabs()
    tab.click("#delete")
    tab.until(lambda: tab.titles == [] and tab.toasts == ["“Keep me” was deleted."], "it is deleted at once")
    other.until(lambda: other.titles == [], "in the other tab too")
    other.click("#toasts button")
    tab.until(lambda: tab.titles == ["Keep me"] and tab.toasts == [], "it comes back")
    tab.open_note("Keep me")


def test_a_note_that_is_open_elsewhere_says_that_it_was_deleted(program, tabs):
    program.start()
    tab = tabs()
    tab.write("Shared")
    other = tabs()
    other.open_note("Shared")
    tab.click("#delete")
    other.until(lambda: "This note was deleted." in other.texts(".notice p"), "the page says so")
    other.click("#bring-back")
    other.until(lambda: other.titles == ["Shared"] and not other.shows(".notice"), "it is in the list again")
    assert other.text == "Shared"


def test_pinned_notes_come_first(program, tabs):
    program.start()
    tab = tabs()
    tab.write("Old")
    tab.write("New")
    tab.open_note("Old")
    tab.click("#pin")
    tab.until(lambda: tab.titles == ["Old", "New"], "the pinned one is first")
    tab.click("#pin")
    tab.until(lambda: tab.titles == ["New", "Old"], "it goes back to its place")


def test_a_hostile_note_is_text(program, tabs):
    program.start()
    tab = tabs()
    name = "<script>alert(1)</script>"
    tab.write(f"{name}\n<img src=x onerror=alert(2)> \"quoted\" &amp; 'so'")
    assert tab.titles == [name]
    tab.open("/")
    assert tab.titles == [name]
    tab.open_note(name)
    assert tab.text.endswith("&amp; 'so'")
    tab.search("<script>")
    tab.until(lambda: tab.texts("#list mark") == ["<script>"], "it can be searched for")
    tab.click("#delete")
    tab.until(lambda: tab.toasts == [f"“{name}” was deleted."], "the message has it as text")
    script = "return document.querySelectorAll('#m-page script, #m-page img').length"
    assert tab.driver.execute_script(script) == 0


def test_the_keyboard_is_enough(program, tabs):
    program.start()
    tab = tabs()
    tab.press("n")
    tab.until(lambda: tab.driver.switch_to.active_element.get_attribute("id") == "text", "n writes a new note")
    tab.press("First")
    tab.until_saved()
    tab.press(Keys.ESCAPE)
    tab.press("n")
    tab.until(lambda: tab.text == "" and len(tab.titles) == 2, "a second note")
    tab.press("Second")
    tab.until_saved()
    tab.press(Keys.ESCAPE)
    tab.press("j")
    tab.press(Keys.ENTER)
    tab.until(lambda: tab.text == "First", "j goes down, Enter opens")
    tab.press(Keys.ESCAPE)
    tab.press("p")
    tab.until(lambda: tab.titles == ["First", "Second"], "p pins")
    tab.press(Keys.DELETE)
    tab.until(lambda: tab.titles == ["Second"], "Delete deletes")
    tab.press("u")
    tab.until(lambda: tab.titles == ["First", "Second"], "u brings it back")
    tab.press("/")
    tab.press("sec")
    tab.until(lambda: tab.titles == ["Second"], "/ searches")
    tab.press(Keys.ENTER, Keys.ENTER)
    tab.until(lambda: tab.text == "Second", "Enter goes to the list and opens")
    tab.press(Keys.ESCAPE)
    tab.press("?")
    tab.until(lambda: tab.shows("#keys .panel"), "? shows the keys")
    tab.press(Keys.ESCAPE)
    tab.until(lambda: not tab.shows("#keys .panel"), "Escape closes them")
    tab.press(Keys.ESCAPE)
    tab.until(lambda: not tab.shows("#text"), "and once more the note")
