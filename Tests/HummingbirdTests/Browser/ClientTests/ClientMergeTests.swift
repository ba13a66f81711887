#if Hummingbird || App
    import Testing

    @testable import WebTestSupport

    extension BrowserTests {
        /// The merge of typed and received texts keeps each character that a reader sees whole.
        ///
        /// A cell of the table is a ``MergeCase`` in a ``MergePlace``, in a text field and in a text area. Other fields have
        /// no cells: their values are not merged, because a part of a number, a date or an address is no value.
        @Suite("The script: merging texts") struct ClientMergeTests {
            @Test(
                "Script · a merge cuts between characters, in each place", arguments: MergePlace.allCases,
                MergeCase.all)
            func merge(place: MergePlace, texts: MergeCase) async throws {
                try await run(place, texts)
            }

            @Test(
                "Script · a merge cuts between characters in a browser without a segmenter", arguments: MergeCase.all)
            func fallback(texts: MergeCase) async throws {
                try await run(.live, texts, setup: "delete Intl.Segmenter")
            }

            private func run(_ place: MergePlace, _ texts: MergeCase, setup: String = "") async throws {
                try await ScriptFixture.run(MergePlace.document(texts.base), setup: setup) { client in
                    for text in try await place.merge(texts, client) {
                        #expect(Array(text.unicodeScalars) == Array(texts.merged.unicodeScalars), "\(text)")
                    }
                }
            }

            @Test(
                "Script · the caret stays between characters",
                arguments: [
                    // The value, the position of the caret, the new value and the new position.
                    ("a👍b", 3, "a👎b", 3), ("👍🏽", 4, "x👍🏽", 5), ("ab", 1, "a\u{301}b", 2), ("xİy", 2, "XİY", 2),
                    ("xİİy", 3, "XİİY", 3), ("a👩‍👧b", 6, "A👩‍👧B", 6), ("🇩🇪", 4, "🇩🇰", 4),
                ])
            func caret(value: String, position: Int, new: String, expected: Int) async throws {
                try await ScriptFixture.run("<input form=\"m-form\" name=\"f3\" value=\"\(value)\">") { client in
                    try await client.tab.run(
                        "const f = stub.page.firstChild; f.focus(); f.setSelectionRange(arguments[0], arguments[0])",
                        .number(Double(position)))
                    try await client.deliver(["q": 1, "o": [["v", [0], .string(new)]]])
                    #expect(
                        try await client.tab.run("const f = stub.page.firstChild; return [f.value, f.selectionStart]")
                            == [.string(new), .number(Double(expected))])
                }
            }
        }
    }

    /// A text, two changes of it, and their merge.
    struct MergeCase: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let (base, mine, theirs, merged): (String, String, String, String)

        private init(_ name: String, _ base: String, mine: String, theirs: String, merged: String) {
            (testDescription, self.base, self.mine, self.theirs, self.merged) = (name, base, mine, theirs, merged)
        }

        static let all = [
            MergeCase("surrogate pairs", "a👍b", mine: "a👎b", theirs: "a👏b", merged: "a👏👎b"),
            MergeCase("equal low surrogates", "👍", mine: "\u{1F84D}", theirs: "👍👎", merged: "\u{1F84D}👎"),
            MergeCase("skin tones", "👍", mine: "👍🏽", theirs: "👍🏿", merged: "👍🏿👍🏽"),
            MergeCase("joined emoji", "👩‍👧", mine: "👩‍👦", theirs: "👨‍👧", merged: "👨‍👧👩‍👦"),
            MergeCase("flags", "🇩🇪", mine: "🇩🇰", theirs: "🇫🇷", merged: "🇫🇷🇩🇰"),
            MergeCase("a flag in a row of flags", "🇩🇪🇫🇷", mine: "🇩🇪🇪🇸🇫🇷", theirs: "🇩🇪🇫🇷!", merged: "🇩🇪🇪🇸🇫🇷!"),
            MergeCase("combining marks", "e", mine: "e!", theirs: "e\u{301}", merged: "e\u{301}!"),
            MergeCase("two marks", "e", mine: "e\u{301}", theirs: "e\u{300}", merged: "e\u{300}e\u{301}"),
            MergeCase("variation selectors", "❤ a", mine: "❤\u{FE0F} a", theirs: "❤ b", merged: "❤\u{FE0F} b"),
            MergeCase("vowel signs", "क", mine: "कि", theirs: "कु", merged: "कुकि"),
            MergeCase("plain text", "ab", mine: "abmine", theirs: "Xab", merged: "Xabmine"),
        ]
    }

    /// A place where typed and received texts are merged.
    enum MergePlace: CaseIterable {
        case live, press, composition, reload, wholePage, newSession

        /// Two fields with a text and a key, and a button. Without a key, they could belong to another record after a reload.
        static func document(_ text: String) -> String {
            """
            <input id="f" data-m-key="f" form="m-form" name="f3" value="\(text)">\
            <textarea id="g" data-m-key="g" form="m-form" name="f4">\(text)</textarea>\
            <button id="a" form="m-form" name="r" value="17">Send</button>
            """
        }

        private static func field(_ tag: JSON, _ id: JSON, _ text: String) -> JSON {
            let name: JSON = id == "f" ? "f3" : "f4"
            return [tag, ["id": id, "data-m-key": id, "form": "m-form", "name": name, "value": .string(text)]]
        }

        /// Types one change into both fields, receives the other, and returns the merged texts.
        func merge(_ texts: MergeCase, _ client: ScriptFixture) async throws -> [String] {
            let received: JSON = [["v", [0], .string(texts.theirs)], ["v", [1], .string(texts.theirs)]]
            if self == .composition { try await compose("compositionstart", client) }
            try await client.tab.run(
                """
                for (const field of [f, g]) {
                    field.value = arguments[0];
                    field.dispatchEvent(new InputEvent("input", { bubbles: true }));
                }
                """, .string(texts.mine))
            switch self {
            case .live: try await client.deliver(["q": 1, "o": received])
            case .press:
                try await client.tab.click("#a")
                try await client.deliver(["k": [[1, 1], [2, 1]], "q": 1, "o": received])
                try await client.deliver(["k": [[3, 0], [4, 0]]])
                #expect(try await client.last["r"] == "17")
                return try await client.sent[2...3].compactMap { $0["v"].text }
            case .composition:
                try await client.deliver(["q": 1, "o": received])
                try await compose("compositionend", client)
            case .reload:
                let site = try ScriptSite.shared.get()
                site.replace(Self.document(texts.base), with: Self.document(texts.theirs))
                try await client.tab.reload()
            case .wholePage, .newSession:
                try await client.deliver([
                    "q": 9, "s": self == .newSession ? "T" : nil,
                    "full": [Self.field("input", "f", texts.theirs), Self.field("textarea", "g", texts.theirs)],
                ])
            }
            return try await client.tab.run("return [f.value, g.value]").elements?.compactMap(\.text) ?? []
        }

        private func compose(_ type: String, _ client: ScriptFixture) async throws {
            try await client.tab.run(
                "for (const field of [f, g]) field.dispatchEvent(new CompositionEvent(arguments[0], { bubbles: true }))",
                .string(type))
        }
    }
#endif
