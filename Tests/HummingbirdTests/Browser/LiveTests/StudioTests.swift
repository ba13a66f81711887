#if Hummingbird || App
    import Millrace
    import Testing

    @testable import MillraceWeb
    @testable import WebTestSupport

    extension BrowserTests {
        /// Drawings, events and fields in a real browser.
        @MainActor @Suite("Pages in a browser · drawings, events and fields") struct StudioTests {
            private func log(_ fixture: LivePageFixture) throws -> [String] {
                try fixture.store(of: Studio.self).log
            }

            @Test("Pages in a browser · a style is applied under the content security policy, and follows the state")
            func styles() async throws {
                try await LivePageFixture.run(Studio(), configure: { $0.usesDefaultStyle = false }) { fixture in
                    let tab = try await fixture.openTab()
                    let look = """
                        const { width, color } = getComputedStyle(document.querySelector("#bar"));
                        const all = document.querySelector("#bar").parentElement.getBoundingClientRect().width;
                        return [Math.round(100 * parseFloat(width) / all), color];
                        """
                    #expect(try await tab.run(look) == [50, "rgb(0, 0, 0)"])
                    try fixture.store(of: Studio.self).send(.share(0.25))
                    try fixture.store(of: Studio.self).send(.color(.init(red: 255, green: 0, blue: 0)))
                    try await fixture.waitUntilCurrent(tab)
                    #expect(try await tab.run(look) == [25, "rgb(255, 0, 0)"])
                    // The declarations do not come from the document's sheet any more.
                    try await tab.run("document.querySelector('link[href*=styles]').remove()")
                    #expect(try await tab.run(look) == [25, "rgb(255, 0, 0)"])
                    try await tab.runDevToolsCommand("Emulation.setScriptExecutionDisabled", ["value": true])
                    try await tab.reload()
                    // This is a new session.
                    #expect(try await tab.run(look) == [50, "rgb(0, 0, 0)"])
                    try await tab.runDevToolsCommand("Emulation.setScriptExecutionDisabled", ["value": false])
                }
            }

            @Test("Pages in a browser · a press in a drawing has its position in the units of the drawing")
            func pointer()
                async throws
            {
                try await LivePageFixture.run(Studio()) { fixture in
                    let tab = try await fixture.openTab()
                    // The drawing has twice the size of its units.
                    try await tab.click("#canvas", x: 100, y: 40)
                    try await tab.until("document.querySelector('#canvas circle')")
                    let circle = try #require(try fixture.store(of: Studio.self).circles.first)
                    // The corner of the drawing may be between two pixels.
                    #expect(abs(circle.x - 50) <= 0.5 && abs(circle.y - 20) <= 0.5)
                    #expect(
                        try await tab.run("return document.querySelector('circle').namespaceURI")
                            == "http://www.w3.org/2000/svg")
                    // A press on the circle belongs to the drawing too.
                    try await tab.click("#canvas", x: 100, y: 40)
                    try await tab.until("document.querySelectorAll('#canvas circle').length === 2")
                    try await tab.click("#canvas", x: 10, y: 20, button: 2)
                    try await tab.until("document.querySelector('#log li')")
                    #expect(try log(fixture) == ["menu 5.0,10.0"])
                    try await tab.click("#double", x: 5, y: 5, count: 2)
                    try await tab.until("document.querySelectorAll('#log li').length === 2")
                    #expect(try log(fixture).last == "double")
                }
            }

            @Test("Pages in a browser · a drag moves its element, and ends with the last position") func drag()
                async throws
            {
                try await LivePageFixture.run(Studio()) { fixture in
                    let tab = try await fixture.openTab()
                    try await tab.drag("#knob", x: 10, y: 10, by: Array(stride(from: 5.0, through: 60, by: 5)))
                    try await tab.until("document.querySelector('#log li')")
                    #expect(try log(fixture) == ["dropped 60.0"])
                    #expect(try fixture.store(of: Studio.self).shift == 60)
                    #expect(
                        try await tab.run("return document.querySelector('#knob').style.transform")
                            == "translate(60px, 0px)")
                }
            }

            @Test("Pages in a browser · keys with modifiers work in and outside of fields, as the view requests")
            func keys()
                async throws
            {
                try await LivePageFixture.run(Studio()) { fixture in
                    let tab = try await fixture.openTab()
                    try await tab.press("x")
                    try await tab.until("document.querySelectorAll('#log li').length === 1")
                    try await tab.press("s", holding: [Key.control])
                    try await tab.until("document.querySelectorAll('#log li').length === 2")
                    try await tab.click("#digits")
                    try await tab.press("x")
                    try await tab.press("p", holding: [Key.alt])
                    try await tab.until("document.querySelectorAll('#log li').length === 3")
                    #expect(try log(fixture) == ["x", "save", "pressed"])
                    try await tab.click("#name")
                    try await tab.press("ab" + Key.enter)
                    try await tab.until("document.querySelectorAll('#log li').length === 5")
                    #expect(try log(fixture)[3...] == ["focus", "submit AB"])
                    try await tab.press(Key.tab)
                    try await tab.until("document.querySelectorAll('#log li').length === 6")
                    #expect(try log(fixture).last == "blur")
                }
            }

            @Test(
                "Pages in a browser · an element at the end of a list reports when it is visible, and again when it is new"
            )
            func visible() async throws {
                try await LivePageFixture.run(Studio()) { fixture in
                    let tab = try await fixture.openTab()
                    #expect(try fixture.store(of: Studio.self).rows == 3)
                    try await tab.run("document.querySelector('#end').scrollIntoView()")
                    try await tab.until("[...document.querySelectorAll('p')].some((e) => e.textContent === 'Row 5')")
                    #expect(try fixture.store(of: Studio.self).rows == 6)
                    try await tab.run("document.querySelector('#end').scrollIntoView()")
                    try await tab.until("[...document.querySelectorAll('p')].some((e) => e.textContent === 'Row 8')")
                }
            }

            @Test("Pages in a browser · text that the reducer rewrites keeps the caret") func caret() async throws {
                try await LivePageFixture.run(Studio()) { fixture in
                    let tab = try await fixture.openTab()
                    let look = """
                        const { value, selectionStart, selectionEnd } = document.activeElement;
                        return [value, selectionStart, selectionEnd];
                        """
                    try await tab.click("#name")
                    try await tab.press("abc")
                    try await tab.until("document.querySelector('#name').value === 'ABC'")
                    try await tab.press(Key.left + "x")
                    try await tab.until("document.querySelector('#name').value === 'ABXC'")
                    #expect(try await tab.run(look) == ["ABXC", 3, 3])
                    try await tab.press("yz")
                    try await tab.until("document.querySelector('#name').value === 'ABXYZC'")
                    #expect(try await tab.run(look) == ["ABXYZC", 5, 5])
                    try await tab.click("#fixed")
                    try await tab.press("x" + Key.enter)
                    #expect(try await tab.value("#fixed") == "fixed", "The field is read-only.")
                    try await tab.click("#digits")
                    try await tab.press("12" + Key.left + "a3b")
                    try await tab.until("document.querySelector('#digits').value === '132'")
                    #expect(try await tab.run(look) == ["132", 2, 2])
                }
            }

            @Test("Pages in a browser · a slider reports while it is dragged, and dates, times and colors arrive typed")
            func values() async throws {
                try await LivePageFixture.run(Studio(), configure: { $0.usesDefaultStyle = false }) { fixture in
                    let tab = try await fixture.openTab()
                    // The slider is 129 pixels wide, so 30 pixels change the level by about 26.
                    let drag = try await tab.beginDrag("#level", x: 30, y: 8)
                    for distance in [10.0, 20, 30] { try await drag.move(by: distance) }
                    try await tab.until("document.querySelector('output').textContent > 40")
                    #expect(try fixture.store(of: Studio.self).level < 60)
                    // The mouse button is still down.
                    try await drag.move(by: 55)
                    try await tab.until("document.querySelector('output').textContent > 60")
                    try await drag.end(by: 55)
                    for (field, value) in [("date", "2028-02-29"), ("time", "18:05"), ("color", "#3366cc")] {
                        try await tab.run(
                            """
                            const field = document.getElementById(arguments[0]);
                            field.value = arguments[1];
                            for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
                            """, .string(field), .string(value))
                    }
                    try await tab.untilAnswered()
                    let state = try fixture.store(of: Studio.self).state
                    #expect(state.date?.description == "2028-02-29" && state.time?.description == "18:05")
                    #expect(state.color.description == "#3366cc")
                }
            }

            @Test("Pages in a browser · radio buttons are a group, and a refused choice goes back") func radios()
                async throws
            {
                try await LivePageFixture.run(Studio()) { fixture in
                    let tab = try await fixture.openTab()
                    let checked = """
                        return [...document.querySelectorAll("#size input")].map((each) => each.checked)
                        """
                    try await tab.click("#size input[value='Small#0']")
                    try await tab.until("document.querySelector('#choices').textContent === 'S []'")
                    #expect(try await tab.run(checked) == [true, false, false])
                    try await tab.click("#size input[value='Huge#0']")
                    try await tab.until("document.querySelector('#size input[value=\"Small#0\"]').checked")
                    #expect(try fixture.store(of: Studio.self).size == "S")
                    // The arrow keys select in a group of radio buttons.
                    try await tab.press(Key.left)
                    try await tab.until("document.querySelector('#choices').textContent === 'M []'")
                    try await tab.click("#days input")
                    try await tab.click("#days label:last-child")
                    try await tab.until("document.querySelector('#choices').textContent.includes('mon')")
                    try await tab.untilAnswered()
                    #expect(try fixture.store(of: Studio.self).days == ["mon", "tue"])
                }
            }

            @Test("Pages in a browser · a number that is out of range blocks no button, no key and not Back")
            func rejected()
                async throws
            {
                try await LivePageFixture.run(Studio(), configure: { $0.usesDefaultStyle = false }) { fixture in
                    let tab = try await fixture.openTab()
                    let error =
                        "const { title, ariaInvalid } = document.querySelector('#count'); return [title, ariaInvalid]"
                    let reason = "12 is not between 0 and 10."
                    // The rejection arrives before the press, or during it. The message stays as long as the field has the value.
                    for (value, count, isEarly) in [("12", 5, true), ("3", 3, false), ("12", 3, false)] {
                        try await tab.run("document.querySelector('#count').value = ''")
                        try await tab.type(value + (isEarly ? Key.tab : ""), into: "#count")
                        if isEarly { try await tab.until("!document.querySelector('#m-status').hidden") }
                        let presses = try fixture.store(of: Studio.self).log.count + 1
                        try await tab.click("#press")
                        try await tab.until("document.querySelectorAll('#log li').length === \(presses)")
                        let isRejected = value == "12"
                        #expect(try await tab.run(error) == (isRejected ? [.string(reason), "true"] : ["", nil]))
                        #expect(try await tab.texts("#m-status") == (isRejected ? [reason] : []))
                        #expect(try fixture.store(of: Studio.self).count == count)
                    }
                    #expect(try await tab.value("#count") == "12")
                    // Input removes the error and the message, until the field has the rejected value again.
                    for (key, isRejected) in [(Key.backspace, false), ("2", true), (Key.backspace, false)] {
                        try await tab.type(key, into: "#count")
                        #expect(try await tab.run(error) == (isRejected ? [.string(reason), "true"] : ["", nil]))
                        #expect(try await tab.texts("#m-status") == (isRejected ? [reason] : []))
                    }
                }
                try await LivePageFixture.run(Shop()) { fixture in
                    let tab = try await fixture.openTab()
                    try await tab.clickLabel("Basket")
                    try await tab.run("document.querySelector('[type=number]').value = ''")
                    try await tab.type("12", into: "[type=number]")
                    try await tab.back()
                    try await tab.until("!document.querySelector('.m-sheet')")
                }
            }

            @Test("Pages in a browser · an accepted form is reset, and a rejected one keeps its input") func reset()
                async throws
            {
                try await LivePageFixture.run(Studio()) { fixture in
                    let tab = try await fixture.openTab()
                    try await tab.run("document.querySelector('form[data-r]').noValidate = true")
                    try await tab.click("#red")
                    try await tab.click("#kind-b")
                    try await tab.click("#send")
                    try await tab.until("document.activeElement.id === 'title'")
                    #expect(try await tab.texts("#m-status") == ["A value is required."])
                    #expect(try await tab.run("return document.querySelector('#red').checked") == true)
                    try await tab.type("Tea" + Key.enter, into: "#title")
                    try await tab.until("document.querySelector('#draft').textContent.includes('Tea')")
                    try await tab.untilAnswered()
                    #expect(
                        try fixture.store(of: Studio.self).draft
                            == Studio.Draft(title: "Tea", due: nil, tags: ["red", "blue"], kind: "b", token: "t1"))
                    let fields = """
                        const [title, red, blue, b] = ["title", "red", "blue", "kind-b"].map((id) => document.getElementById(id));
                        return [title.value, red.checked, blue.checked, b.checked];
                        """
                    #expect(try await tab.run(fields) == ["", false, true, false])
                }
            }
        }
    }
#endif
