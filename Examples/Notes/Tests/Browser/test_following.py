"""Following the published notes of another Notes."""

import pytest

from program import Program


@pytest.fixture
def other_program(tmp_path):
    other = Program(tmp_path / "other")
    yield other
    other.kill()


def test_followed_notes_are_shown_and_kept_without_the_other_server(program, other_program, tabs, other_browser):
    """Row A19."""
    program.start()
    other_program.start()
    writer = other_browser("/", of=other_program)
    writer.write("Open letter\n\nTo *whom* it may concern.")
    writer.click("#publish")
    writer.sign_in(name="Ida")
    writer.until(lambda: writer.shows("#published"), "the note is published")
    writer.open("/following")
    address = writer.find("#own-feed").get_attribute("href")
    writer.open(address.removeprefix(writer.address))
    writer.click_text(".published-list a", "Open letter")
    writer.until(lambda: writer.texts(".reader h1") == ["Open letter"], "the list leads to the published note")

    tab = tabs("/following")
    assert not tab.shows("#address")
    tab.click("#sign-in")
    tab.sign_in()
    tab.until(lambda: tab.shows("#address"), "the page can follow others after the sign-in")
    tab.find("#address").send_keys("file:///etc/passwd")
    tab.click("#follow")
    tab.until(lambda: "not a web address" in " ".join(tab.texts(".problem")), "the page rejects another scheme")
    tab.find("#address").clear()
    tab.find("#address").send_keys(address)
    tab.click("#follow")
    tab.until(lambda: tab.texts(".feed-note .title") == ["Open letter"], "the notes are shown")
    assert tab.texts(".feed-state")[0].startswith("Received on ") and tab.texts(".feed-note .soft")[0].startswith("Ida")
    tab.click(".feed-note")
    tab.until(lambda: tab.texts(".feed-text em") == ["whom"], "the note is open")

    other_program.kill()
    tab.click("#refresh")
    tab.until(lambda: "the server cannot be reached" in tab.texts(".feed-state")[0], "the page says that it is offline")
    assert "This is the copy of" in tab.texts(".feed-state")[0]
    assert tab.texts(".feed-text em") == ["whom"], "the copy can be read"
    tab.click_text(".feed-head button", "Unfollow")
    tab.until(lambda: not tab.shows(".feed"), "the address is removed")
