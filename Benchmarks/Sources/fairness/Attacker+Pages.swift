import LoopbackClients

// Attacks with pages.
extension Attacker {
    /// The note with a long text that this connection shows.
    private var heavyNote: Int { SampleNotes.heavy.lowerBound + number % SampleNotes.heavy.count }

    /// Opens one note after another in the list.
    mutating func pressRows() throws {
        let document = try browser.open("/")
        let rows = try SampleNotes.victims.map { try document.control("href=\"/notes/\($0)\"") }
        var page = try LivePage(document, in: browser)
        while true {
            for row in rows {
                try page.send(row)
                try page.waitForAnswer()
                work.count()
            }
        }
    }

    /// Types texts of 2 MB.
    mutating func typeLongTexts() throws {
        let document = try browser.open("/notes/\(heavyNote)")
        let field = try document.control("id=\"text\"")
        var page = try LivePage(document, in: browser)
        for revision in 1... {
            try page.send(field, "\(revision) \(SampleNotes.longText)")
            try page.waitForAnswer()
            work.count()
        }
    }

    /// Sends forms of 6 MB: a text of 2 MB in which each byte is encoded.
    mutating func sendLargeForms() throws {
        let text = String(repeating: "%41%20", count: SampleNotes.longText.utf8.count / 2)
        var document = try browser.open("/notes/\(heavyNote)")
        for revision in 1... {
            let (field, button) = try (document.control("id=\"text\""), document.control("id=\"save-now\""))
            document = try browser.submit(button, "f\(field)=\(revision)\(text)", in: document)
            work.count()
        }
    }

    /// Searches for words that many notes contain.
    mutating func search() throws {
        let document = try browser.open("/")
        let field = try document.control("id=\"search\"")
        var page = try LivePage(document, in: browser)
        for revision in 1... {
            let query = ["bulk", "other", "rest of the text", "words"][revision % 4]
            try page.send(field, "\(query) \(revision % 10)")
            try page.waitForAnswer { $0.index(of: " of ") != nil }
            work.count()
        }
    }

    /// Deletes and restores a thousand notes.
    mutating func changeManyNotes() throws {
        var document = try browser.open("/")
        let field = try document.control("id=\"search\"")
        document = try browser.submit("", "f\(field)=\(SampleNotes.bulkWord)", in: document)
        for button in ["select", "select-all", "delete-selected", "confirm"] {
            document = try browser.submit(document.control("id=\"\(button)\""), "", in: document)
        }
        work.count()
        document = try browser.open("/deleted")
        _ = try browser.submit(document.control("id=\"undo-all\""), in: document)
        work.count()
    }

    /// Opens notes with long texts, or makes the list as long as possible and finds words in all rows.
    mutating func openHeavyPages() throws {
        if number.isMultiple(of: 2) {
            let document = try browser.open("/notes/\(heavyNote)")
            _ = try LivePage(document, in: browser)
            return work.count()
        }
        var document = try browser.open("/")
        let field = try document.control("id=\"search\"")
        for query in ["e", "t", "o"] {
            document = try browser.submit("", "f\(field)=\(query)", in: document)
            for _ in 1...2 { document = try browser.submit(document.control(Self.showMore), "", in: document) }
            work.count()
        }
    }

    private static let showMore = ">Show more<"
}
