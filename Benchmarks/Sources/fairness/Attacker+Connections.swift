import Foundation
import LoopbackClients

// Attacks with connections.
extension Attacker {
    /// Sends a head byte by byte.
    mutating func sendHeadSlowly() throws {
        let socket = try browser.connect()
        for byte in browser.head("GET /").utf8 {
            try socket.send([byte])
            work.count()
            if socket.waitForEnd(milliseconds: 250) { break }
        }
    }

    /// Requests long documents, and changes of a live page, without reading them.
    mutating func requestWithoutReading() throws {
        let note = SampleNotes.heavy.lowerBound + number % SampleNotes.heavy.count
        if number.isMultiple(of: 2) {
            let socket = try browser.connect(receiveBuffer: 4_096)
            try socket.send(browser.head("GET /notes/\(note)") + "\r\n")
            work.count()
            _ = socket.waitForEnd(milliseconds: 60_000)
            return
        }
        let document = try browser.open("/")
        let rows = try SampleNotes.victims.map { try document.control("href=\"/notes/\($0)\"") }
        var page = try LivePage(document, in: browser, receiveBuffer: 4_096)
        while !page.socket.waitForEnd(milliseconds: 20) {
            for row in rows { try page.send(row) }
            work.count()
        }
    }

    /// Connects a live page, and resets the connection before the first frame.
    mutating func reconnect() throws {
        let document = try browser.open("/")
        for _ in 1...5 {
            let page = try LivePage(document, in: browser)
            page.socket.resetAtEnd()
            work.count()
        }
    }

    /// Sends files that no page has requested.
    mutating func upload() throws {
        let document = try browser.open("/")
        let socket = try browser.connect()
        let path = "/millrace/upload?s=\(document.session)&u=file\(number)"
        let length = SampleNotes.longText.utf8.count
        try socket.send(browser.head("POST \(path)") + "Connection: close\r\nContent-Length: \(length)\r\n\r\n")
        // The server may refuse the file before it has received it.
        try? socket.send(SampleNotes.longText)
        _ = try? socket.receiveAll()
        work.count()
    }
}
