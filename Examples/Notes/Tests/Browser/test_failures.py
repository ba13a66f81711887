"""Lost connections, killed programs, failures of the storage, large imports."""

import re
import signal
import socket
import sqlite3
import subprocess

from program import LIMIT, PROGRAM


def test_saved_text_survives_a_kill(program, tabs):
    program.start()
    tab = tabs()
    tab.write("Precious\nline one")
    tab.type_at_end("\nline two")
    tab.until_saved()
    program.kill()
    program.start()
    tab.open("/")
    tab.open_note("Precious")
    assert tab.text == "Precious\nline one\nline two"


def test_a_kill_while_typing_loses_no_text_that_was_shown_as_saved(program, tabs):
    program.start()
    tab = tabs()
    tab.write("Kill me")
    # Types in bursts with pauses, so that the page shows "Saved" from time to time.
    tab.driver.execute_script("""
        let count = 0;
        setInterval(() => {
            const field = document.getElementById('text');
            if (!field || (count += 1) % 30 > 12) return;
            field.setRangeText(count % 10, field.value.length, field.value.length, 'end');
            field.dispatchEvent(new Event('input', { bubbles: true }));
        }, 40);
    """)
    shown = """
        const field = document.getElementById('text');
        return document.getElementById('save')?.innerText.trim() === 'Saved' && field?.value.length > arguments[0]
            ? field.value : null;
    """
    saved = "Kill me"
    for _ in range(5):
        found = []
        tab.until(lambda: found.append(tab.driver.execute_script(shown, len(saved))) or found[-1], "some text is saved")
        program.kill()
        saved = found[-1]
        with sqlite3.connect(program.data / "notes.sqlite") as database:
            assert database.execute("SELECT text FROM content").fetchone()[0].startswith(saved)
        program.start()
    tab.until(lambda: tab.driver.execute_script(shown, len(saved)), "the page continues after the last kill")
    assert tab.text.startswith(saved)


def test_a_lost_connection_is_shown_and_typed_text_is_sent_after_it(program, tabs):
    program.start()
    tab = tabs()
    tab.write("Draft")
    other = tabs()
    program.kill()
    tab.until(lambda: tab.is_offline and tab.status == "No connection. Trying again…", "the page shows the lost connection")
    tab.type_at_end(" typed while away")
    tab.until(lambda: tab.save_state.startswith("Not saved yet"), "the page shows that the text is not saved")
    program.start()
    tab.until(lambda: tab.is_connected and not tab.status, "the page reconnects by itself")
    tab.until_saved()
    assert tab.text == "Draft typed while away"
    other.until(lambda: other.titles == ["Draft typed while away"], "the other tab reconnects too")


def test_text_that_was_typed_just_before_a_kill_is_sent_once(program, tabs):
    program.start()
    tab = tabs()
    tab.write("Base")
    for _ in range(3):
        tab.type_at_end(" and more")
        program.kill()
        tab.until(lambda: tab.is_offline, "the connection is lost")
        program.start()
        tab.until(lambda: tab.is_connected, "the page reconnects")
    tab.until_saved()
    assert tab.text == "Base and more and more and more"
    tab.open("/")
    tab.open_note("Base and more and more and more")


def test_unsaved_text_survives_a_reload(program, tabs):
    program.start()
    tab = tabs()
    tab.write("Draft")
    program.kill()
    tab.until(lambda: tab.is_offline, "the connection is lost")
    tab.type_at_end(" kept")
    tab.until(lambda: "kept" in tab.run("return Object.values(sessionStorage).join()"), "the text is stored in the tab")
    path = tab.path
    program.start()
    tab.open(path)
    tab.until(lambda: tab.text == "Draft kept", "the text is shown after the reload")
    tab.until_saved()


def test_a_deletion_that_fails_is_reverted(program, tabs):
    program.start()
    tab = tabs()
    tab.write("Stays")
    with sqlite3.connect(program.data / "notes.sqlite", isolation_level=None) as blocker:
        blocker.execute("BEGIN IMMEDIATE")
        # The note is removed for the two seconds that the storage waits, which a slow browser needs for one command.
        tab.record("#list .title")
        tab.click("#delete")
        tab.until(lambda: tab.shows(".toast.bad") and tab.titles == ["Stays"], "the note is listed again")
        assert [] in tab.recorded, "the note was removed at once"
        assert tab.toasts == ["“Stays” could not be deleted because another program is using the database."]
        tab.open_note("Stays")
        tab.type_at_end(" here")
        tab.until(lambda: tab.save_state.startswith("Not saved: another program"), "a save that fails is shown")
        blocker.execute("ROLLBACK")
    tab.until_saved()
    assert tab.titles == ["Stays here"]


def test_ten_thousand_files_are_imported_with_progress(program, tabs, tmp_path):
    folder = tmp_path / "vault"
    for number in range(10_000):
        path = folder / f"part {number // 500}" / f"note {number}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"# Imported {number}\n\nText of number {number}.\n")
    (folder / "broken.md").write_bytes(b"\xff\xfe not text")
    program.start()
    tab = tabs()
    tab.record("#import p")
    program.stop()
    tab.until(lambda: tab.is_offline, "the connection is lost")
    program.start("--import", str(folder))
    # Freezes the program until the page connects, because the import could end before.
    program.freeze()
    tab.run("dispatchEvent(new Event('online'))")
    program.thaw()
    tab.until(lambda: any("Imported 10000 files." in text for text in tab.texts("#import p")), "the import ends")
    assert any("Importing" in text for texts in tab.recorded for text in texts), "the progress was shown"
    assert "broken.md it is not UTF-8 text" in tab.texts("#import li")
    assert tab.count == "10000 notes"
    assert len(tab.titles) == 100, "the page shows a part of the list"
    tab.click("#more button")
    tab.until(lambda: len(tab.titles) == 200, "the button shows more notes")
    tab.search("number 9876")
    tab.until(lambda: tab.titles == ["Imported 9876"], "the search finds one note")
    program.stop()
    program.start("--import", str(folder))
    tab.until(lambda: any("Already imported: 10000 files." in text for text in tab.texts("#import p")), "no duplicates")
    tab.until(lambda: tab.count == "1 of 10000", "the page sends its search again")
    tab.search("")
    tab.until(lambda: tab.count == "10000 notes", "every note is listed once")


def test_a_message_of_ten_megabytes_is_rejected_with_a_reason(program, tabs):
    program.start()
    tab = tabs()
    script = """
        const done = arguments[0], socket = new WebSocket(`ws://${location.host}/millrace/live`), said = [];
        socket.onopen = () => socket.send('x'.repeat(10_000_000));
        socket.onmessage = ({ data }) => said.push(JSON.parse(data).error);
        socket.onclose = ({ code, reason }) => done([code, ...said, reason].join(' '));
    """
    assert "The message is too long" in tab.driver.execute_async_script(script)
    tab.write("Undisturbed")


def test_a_page_of_another_site_cannot_reach_the_notes(program, tabs):
    program.start()
    tab = tabs()
    tab.write("Private")
    tab.driver.get("data:text/html,<title>Another site</title>")
    script = """
        const done = arguments[1], socket = new WebSocket(`ws://127.0.0.1:${arguments[0]}/millrace/live`);
        socket.onopen = () => done('open');
        socket.onclose = () => done('closed');
    """
    assert tab.driver.execute_async_script(script, program.port) == "closed"
    read = "fetch(`http://127.0.0.1:${arguments[0]}/`).then(arguments[1], () => arguments[1]('refused'))"
    assert tab.driver.execute_async_script(read, program.port) == "refused"


def test_ctrl_c_saves_text_that_was_just_typed(program, tabs):
    program.start()
    tab = tabs()
    tab.write("Last")
    tab.type_at_end(" words")
    tab.until(lambda: tab.titles == ["Last words"], "the server has the text")
    assert program.stop() == 0
    program.start()
    tab.open("/")
    assert tab.titles == ["Last words"]


def read_all(connection) -> str:
    parts = []
    while part := connection.recv(65_536):
        parts.append(part)
    return b"".join(parts).decode()


def is_closed_unanswered(connection) -> bool:
    try:
        return read_all(connection) == ""
    except ConnectionResetError:
        return True


def test_sigterm_answers_a_form_in_progress_and_waits_for_no_silent_client(program):
    program.start()
    host = f"127.0.0.1:{program.port}"

    def connect(text: str):
        connection = socket.create_connection(("127.0.0.1", program.port), timeout=LIMIT)
        connection.sendall(text.encode())
        return connection

    page = read_all(connect(f"GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"))
    cookie = re.search(r"set-cookie: ([^;]+)", page, re.IGNORECASE)[1]
    action = re.search(r'action="(/millrace/send[^"]+)"', page)[1].replace("&amp;", "&")
    silent, half = connect(""), connect("GET / HTTP/1.1\r\nHo")
    form = connect(
        f"POST {action} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nCookie: {cookie}\r\n"
        "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 4\r\nExpect: 100-continue\r\n\r\n")
    assert form.recv(1_000).startswith(b"HTTP/1.1 100"), "the form is in progress"
    program.process.send_signal(signal.SIGTERM)
    assert is_closed_unanswered(silent) and is_closed_unanswered(half)
    form.sendall(b"r=17")
    assert read_all(form).startswith("HTTP/1.1 200")
    assert program.process.wait(LIMIT) == 0


def test_the_page_on_a_phone_shows_the_list_or_the_note(program, tabs):
    program.start()
    tab = tabs()
    tab.driver.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride", {"width": 390, "height": 800, "deviceScaleFactor": 2, "mobile": True})
    tab.write("Small")
    assert not tab.shows("#list") and not tab.shows(".sidebar")
    tab.click("#tools .back")
    tab.until(lambda: tab.shows("#list") and not tab.shows("#text"), "the back button shows the list")
    tab.open_note("Small")
    assert tab.run("return document.documentElement.scrollWidth <= innerWidth")
    assert tab.focus != "text", "the text is not focused, so no keyboard covers it"
    tab.click("#delete")
    tab.until(lambda: tab.shows(".toast"), "the message is shown on a phone too")
    tab.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def test_a_port_in_use_is_reported(program, tmp_path):
    program.start()
    command = [PROGRAM, "--data", tmp_path / "other", "--port", str(program.port)]
    other = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT)
    assert other.returncode == 1
    assert other.stderr == (
        f"notes: Port {program.port} is in use by another program: close it, or choose another port with --port.\n")
