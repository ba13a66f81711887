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


def test_search_as_you_type_ignores_case_and_accents(program, tabs):
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
    tab.until(lambda: len(tab.titles) == 3, "Escape shows all notes")


def test_two_tabs_edit_one_note(program, tabs):
    program.start()
    one = tabs()
    one.write("Plan\n\nlast line")
    two = tabs()
    two.open_note("Plan")
    one.front().find("#text").send_keys(Keys.CONTROL, Keys.HOME, Keys.NULL, "The ")
    two.until(lambda: two.text == "The Plan\n\nlast line", "the other tab has the text")
    two.until(lambda: two.titles == ["The Plan"], "the list has the title")
    two.type_at_end(", more")
    one.until(lambda: one.text == "The Plan\n\nlast line, more", "the first tab has the change of the other one")
    assert one.caret == 4, "the caret does not move"
    one.until_saved()
    two.until_saved()


def test_two_tabs_type_at_the_same_time_and_nothing_is_lost(program, tabs):
    program.start()
    one = tabs()
    one.write("start\nmiddle\nend")
    two = tabs()
    two.open_note("start")
    # Both tabs type before either receives the change of the other.
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


def test_a_deletion_is_undone(program, tabs):
    program.start()
    tab = tabs()
    tab.write("Keep me")
    other = tabs()
    tab.click("#delete")
    tab.until(lambda: tab.titles == [] and tab.toasts == ["“Keep me” was deleted."], "the note is removed at once")
    other.until(lambda: other.titles == [], "the other tab removes the note too")
    other.click("#toasts button")
    tab.until(lambda: tab.titles == ["Keep me"] and tab.toasts == [], "the note is restored")
    tab.open_note("Keep me")


def test_an_open_note_shows_that_another_tab_deleted_it(program, tabs):
    program.start()
    tab = tabs()
    tab.write("Shared")
    other = tabs()
    other.open_note("Shared")
    tab.click("#delete")
    other.until(lambda: "This note was deleted." in other.texts(".notice p"), "the page shows the deletion")
    other.click("#restore")
    other.until(lambda: other.titles == ["Shared"] and not other.shows(".notice"), "the note is listed again")
    assert other.text == "Shared"


def test_pinned_notes_come_first(program, tabs):
    program.start()
    tab = tabs()
    tab.write("Old")
    tab.write("New")
    tab.open_note("Old")
    tab.click("#pin")
    tab.until(lambda: tab.titles == ["Old", "New"], "the pinned note is first")
    tab.click("#pin")
    tab.until(lambda: tab.titles == ["New", "Old"], "the unpinned note is last again")


def test_html_in_a_note_is_text(program, tabs):
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
    tab.until(lambda: tab.texts("#list mark") == ["<script>"], "the search finds the note")
    tab.click("#delete")
    tab.until(lambda: tab.toasts == [f"“{name}” was deleted."], "the message shows it as text")
    script = "return document.querySelectorAll('#m-page script, #m-page img').length"
    assert tab.driver.execute_script(script) == 0


def test_keyboard_shortcuts(program, tabs):
    program.start()
    tab = tabs()
    tab.press("n")
    tab.until(lambda: tab.driver.switch_to.active_element.get_attribute("id") == "text", "n creates a note")
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
    tab.until(lambda: tab.titles == ["First", "Second"], "u undoes the deletion")
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
    tab.until(lambda: not tab.shows("#text"), "Escape closes the note")
