"""The filter, the sheets, publications, the settings, and addresses."""

from selenium.webdriver.common.keys import Keys


def test_the_filter_excludes_notes_and_is_reset(program, tabs):
    program.start()
    tab = tabs()
    for text in ["Apples\nred", "Pears\ngreen"]:
        tab.write(text)
    tab.click("#pin")
    tab.until(lambda: tab.shows(".flag.pin"), "the note is pinned")
    tab.click("label:has(#pinned-only)")
    tab.until(lambda: tab.titles == ["Pears"] and tab.count == "1 of 2", "only the pinned note is listed")
    tab.search("apples")
    tab.until(lambda: "No note matches “apples”." in tab.texts("#more")[0], "both conditions apply")
    tab.click("#reset")
    tab.until(lambda: tab.titles == ["Pears", "Apples"] and tab.count == "2 notes", "all notes are listed again")
    assert tab.run("return [search.value, document.getElementById('pinned-only').checked]") == ["", False]
    tab.click("label:has(#recent-only)")
    tab.until(lambda: tab.count == "2 of 2", "both notes were changed this week")
    tab.write("Plums")
    tab.until(lambda: tab.count == "3 notes", "a new note is always in the list")


def test_deleting_several_notes_asks_for_confirmation(program, tabs):
    program.start()
    tab = tabs()
    for text in ["One", "Two", "Three"]:
        tab.write(text)
    tab.click("#select")
    tab.click_row("One")
    tab.click_row("Three")
    tab.until(lambda: tab.texts("#delete-selected") == ["Delete 2"], "two notes are selected")
    tab.click("#delete-selected")
    tab.until(lambda: tab.sheet == "Delete 2 notes?", "the page asks for confirmation")
    tab.click("#refuse")
    tab.until(lambda: tab.sheet == "", "the question is closed")
    assert tab.titles == ["Three", "Two", "One"], "a refusal keeps the notes"
    tab.click("#delete-selected")
    tab.click("#confirm")
    tab.until(lambda: tab.sheet == "Recently deleted", "the sheet shows the deleted notes")
    assert sorted(tab.texts(".deletions .title")) == ["One", "Three"]
    assert tab.titles == ["Two"]
    assert not tab.shows("#text"), "the open note is closed"
    tab.click(".deletions button")
    tab.until(lambda: tab.texts(".deletions .title") == ["One"], "one note is restored")
    tab.click(".deletions button")
    tab.until(lambda: tab.sheet == "", "the sheet closes when it is empty")
    assert tab.titles == ["Three", "Two", "One"]


def test_one_note_is_deleted_without_confirmation(program, tabs):
    program.start()
    tab = tabs()
    tab.write("Alone")
    tab.click("#select")
    tab.click_row("Alone")
    tab.click("#delete-selected")
    tab.until(lambda: tab.toasts == ["“Alone” was deleted."] and tab.sheet == "", "the note is deleted, with an undo button")
    tab.click(".place.deleted")
    tab.until(lambda: tab.texts(".deletions .title") == ["Alone"], "the sheet shows the note")
    tab.click(".deletions button")
    tab.until(lambda: tab.titles == ["Alone"] and tab.sheet == "", "the note is restored")


def test_publishing_waits_for_a_sign_in_and_continues(program, tabs, other_browser):
    program.start()
    tab = tabs()
    tab.write("Open letter\n\nTo *whom* it may concern.")
    tab.click("#publish")
    tab.until(lambda: tab.sheet == "Create account", "the page asks for a sign-in")
    tab.click("#cancel")
    tab.until(lambda: "Sign in to publish" in " ".join(tab.texts(".notice p")), "the page says that nothing was published")
    tab.click("#publish")
    tab.sign_in()
    tab.until(lambda: tab.shows("#published"), "the note is published after the sign-in")
    assert tab.focus == "delete", "the focus moves to the neighbor of the removed button"
    address = tab.find("#published").get_attribute("href").removeprefix(tab.address)

    other = other_browser(address)
    other.until(lambda: other.texts(".reader h1") == ["Open letter"], "anyone with the address can read the note")
    assert other.texts(".reader article p") == ["To whom it may concern."]
    assert other.texts(".author") == ["Emma"]
    assert not other.shows("#list") and not other.shows("textarea")

    # Another browser has its own sign-in.
    three = other_browser("/")
    three.open_note("Open letter")
    three.click("#publish-again")
    three.sign_in(passphrase="not the passphrase")
    three.until(lambda: three.texts(".problem") == ["The name or the passphrase is wrong."], "the page reports a wrong passphrase")
    three.sign_in()
    three.until(lambda: three.sheet == "" and three.shows("#unpublish"), "the second attempt succeeds")
    three.until(lambda: three.focus == "publish-again", "the button has the focus again")

    # Another tab of the same browser is signed in, also after a restart.
    program.stop()
    program.start()
    two = tabs()
    two.open_note("Open letter")
    two.click("#unpublish")
    two.until(lambda: two.sheet == "Unpublish this note?", "the page asks for confirmation")
    two.click("#confirm")
    two.until(lambda: not two.shows("#published"), "the note is unpublished")
    other.until(lambda: "Nothing is published here" in other.texts(".reader")[0], "the reader's page is updated")


def test_settings_are_shared_and_kept(program, tabs):
    program.start()
    tab, other = tabs(), tabs()
    for text in ["Banana", "Apple", "Cherry"]:
        tab.write(text)
    colour = "return getComputedStyle(document.documentElement).colorScheme"
    tab.click(".place.settings")
    tab.until(lambda: tab.sheet == "Settings" and tab.path.endswith("/settings"), "the sheet is shown")
    tab.click_text(".segments button", "Dark")
    tab.click_text(".segments button", "Title")
    for each in [tab, other]:
        each.until(lambda each=each: each.run(colour) == "dark", "the page is dark")
        each.until(lambda each=each: each.titles == ["Apple", "Banana", "Cherry"], "the list has the new order")
    tab.close_sheet()
    program.stop()
    program.start()
    tab.open("/")
    assert tab.run(colour) == "dark" and tab.titles == ["Apple", "Banana", "Cherry"]


def test_about_replaces_the_list_and_returns_to_it(program, tabs):
    program.start()
    tab = tabs()
    tab.write("Here")
    tab.click(".place.about")
    tab.until(lambda: tab.shows(".about-page") and tab.path == "/about", "About is shown")
    assert not tab.shows("#list") and tab.driver.title == "About Notes"
    tab.click("#back")
    tab.until(lambda: tab.titles == ["Here"] and tab.path == "/", "the list is shown")
    tab.driver.back()
    tab.until(lambda: tab.shows(".about-page"), "the Back button returns to About")


def test_back_and_forward_open_list_note_and_sheet(program, tabs):
    program.start()
    tab = tabs()
    tab.write("Stop")
    tab.open("/")
    tab.open_note("Stop")
    note = tab.path
    tab.click(".place.settings")
    tab.until(lambda: tab.path == f"{note}/settings", "the sheet has an address")
    tab.driver.back()
    tab.until(lambda: tab.sheet == "" and tab.path == note, "back to the note")
    tab.driver.back()
    tab.until(lambda: not tab.shows("#text") and tab.path == "/", "back to the list")
    tab.driver.forward()
    tab.until(lambda: tab.text == "Stop" and tab.path == note, "forward to the note")
    tab.driver.forward()
    tab.until(lambda: tab.sheet == "Settings", "forward to the sheet")


def test_an_address_opens_its_note_and_sheet(program, tabs):
    program.start()
    tab = tabs()
    tab.write("Destination")
    note = tab.path
    other = tabs(f"{note}/settings")
    other.until(lambda: other.sheet == "Settings" and other.text == "Destination", "the note and the sheet are shown")
    other.close_sheet()
    other.until(lambda: other.path == note, "the address is updated")
    missing = tabs("/notes/12345")
    missing.until(lambda: "Note not found" in " ".join(missing.texts("#empty")), "the page says that the note does not exist")
