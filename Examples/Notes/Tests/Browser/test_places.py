"""The filter, the sheets, what is published, the settings, and addresses."""

from selenium.webdriver.common.keys import Keys


def test_the_filter_leaves_notes_out_and_is_reset(program, tabs):
    program.start()
    tab = tabs()
    for text in ["Apples\nred", "Pears\ngreen"]:
        tab.write(text)
    tab.click("#pin")
    tab.until(lambda: tab.shows(".flag.pin"), "it is pinned")
    tab.click("label:has(#pinned-only)")
    tab.until(lambda: tab.titles == ["Pears"] and tab.count == "1 of 2", "only the pinned one is there")
    tab.search("apples")
    tab.until(lambda: "No note matches “apples”." in tab.texts("#more")[0], "both conditions hold")
    tab.click("#reset")
    tab.until(lambda: tab.titles == ["Pears", "Apples"] and tab.count == "2 notes", "all are there again")
    assert tab.run("return [search.value, document.getElementById('pinned-only').checked]") == ["", False]
    tab.click("label:has(#recent-only)")
    tab.until(lambda: tab.count == "2 of 2", "both were changed this week")
    tab.write("Plums")
    tab.until(lambda: tab.count == "3 notes", "a new note is always in the list")


def test_deleting_many_asks_first(program, tabs):
    program.start()
    tab = tabs()
    for text in ["One", "Two", "Three"]:
        tab.write(text)
    tab.click("#select")
    tab.click_row("One")
    tab.click_row("Three")
    tab.until(lambda: tab.texts("#delete-selected") == ["Delete 2"], "two are selected")
    tab.click("#delete-selected")
    tab.until(lambda: tab.sheet == "Delete 2 notes?", "it asks")
    tab.click("#refuse")
    tab.until(lambda: tab.sheet == "", "the question is gone")
    assert tab.titles == ["Three", "Two", "One"], "refusing keeps them"
    tab.click("#delete-selected")
    tab.click("#confirm")
    tab.until(lambda: tab.sheet == "Recently deleted", "what was deleted can be seen")
    assert sorted(tab.texts(".deletions .title")) == ["One", "Three"]
    assert tab.titles == ["Two"]
    assert not tab.shows("#text"), "the note that was open is gone"
    tab.click(".deletions button")
    tab.until(lambda: tab.texts(".deletions .title") == ["One"], "one is back")
    tab.click(".deletions button")
    tab.until(lambda: tab.sheet == "", "the sheet goes when it is empty")
    assert tab.titles == ["Three", "Two", "One"]


def test_one_note_is_deleted_without_a_question(program, tabs):
    program.start()
    tab = tabs()
    tab.write("Alone")
    tab.click("#select")
    tab.click_row("Alone")
    tab.click("#delete-selected")
    tab.until(lambda: tab.toasts == ["“Alone” was deleted."] and tab.sheet == "", "it is gone, with a way back")
    tab.click(".place.deleted")
    tab.until(lambda: tab.texts(".deletions .title") == ["Alone"], "which is in the sheet too")
    tab.click(".deletions button")
    tab.until(lambda: tab.titles == ["Alone"] and tab.sheet == "", "it comes back")


def test_publishing_waits_for_an_account_and_goes_on_by_itself(program, tabs, stranger):
    program.start()
    tab = tabs()
    tab.write("Open letter\n\nTo *whom* it may concern.")
    tab.click("#publish")
    tab.until(lambda: tab.sheet == "Make your account", "somebody has to sign in")
    tab.click("#cancel")
    tab.until(lambda: "nobody has signed in" in " ".join(tab.texts(".notice p")), "it is said that nothing was published")
    tab.click("#publish")
    tab.sign_in()
    tab.until(lambda: tab.shows("#published"), "the publication that was held goes on")
    address = tab.find("#published").get_attribute("href").removeprefix(tab.address)

    other = stranger(address)
    other.until(lambda: other.texts(".reader h1") == ["Open letter"], "whoever has the address can read it")
    assert other.texts(".reader article p") == ["To whom it may concern."]
    assert other.texts(".author") == ["Emma"]
    assert not other.shows("#list") and not other.shows("textarea")

    # Another tab is another window, in which nobody has signed in.
    two = tabs()
    two.open_note("Open letter")
    two.click("#publish-anew")
    two.sign_in(passphrase="not the passphrase")
    two.until(lambda: two.texts(".problem") == ["The name or the passphrase is wrong."], "a wrong one is said")
    two.sign_in()
    two.until(lambda: two.sheet == "" and two.shows("#unpublish"), "and can be mended")
    two.click("#unpublish")
    two.until(lambda: two.sheet == "Take it back?", "it asks")
    two.click("#confirm")
    two.until(lambda: not two.shows("#published"), "it is taken back")
    other.until(lambda: "nothing to read" in other.texts(".reader")[0], "the reader's page says so at once")


def test_settings_are_shared_and_kept(program, tabs):
    program.start()
    tab, other = tabs(), tabs()
    for text in ["Banana", "Apple", "Cherry"]:
        tab.write(text)
    colour = "return getComputedStyle(document.documentElement).colorScheme"
    tab.click(".place.settings")
    tab.until(lambda: tab.sheet == "Settings" and tab.path.endswith("/settings"), "the sheet is there")
    tab.click_text(".segments button", "Dark")
    tab.click_text(".segments button", "Title")
    for each in [tab, other]:
        each.until(lambda each=each: each.run(colour) == "dark", "it is dark")
        each.until(lambda each=each: each.titles == ["Apple", "Banana", "Cherry"], "in the new order")
    tab.leave_sheet()
    program.stop()
    program.start()
    tab.open("/")
    assert tab.run(colour) == "dark" and tab.titles == ["Apple", "Banana", "Cherry"]


def test_about_takes_the_place_of_the_window_and_gives_it_back(program, tabs):
    program.start()
    tab = tabs()
    tab.write("Here")
    tab.click(".place.about")
    tab.until(lambda: tab.shows(".about-page") and tab.path == "/about", "it is there")
    assert not tab.shows("#list") and tab.driver.title == "About Notes"
    tab.click("#back")
    tab.until(lambda: tab.titles == ["Here"] and tab.path == "/", "the list is back")
    tab.driver.back()
    tab.until(lambda: tab.shows(".about-page"), "the browser goes back to it")


def test_the_browsers_buttons_lead_through_list_note_and_sheet(program, tabs):
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


def test_an_address_is_opened_anew(program, tabs):
    program.start()
    tab = tabs()
    tab.write("Destination")
    note = tab.path
    other = tabs(f"{note}/settings")
    other.until(lambda: other.sheet == "Settings" and other.text == "Destination", "note and sheet are there")
    other.leave_sheet()
    other.until(lambda: other.path == note, "the address follows")
    gone = tabs("/notes/12345")
    gone.until(lambda: "no longer here" in " ".join(gone.texts("#empty")), "a note that never was is said not to be there")
