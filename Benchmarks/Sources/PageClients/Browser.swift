import Foundation
import LoopbackClients
package import MillraceWeb
import Synchronization

/// A simulated browser with a live page.
package final class Browser: Sendable {
    private struct State {
        /// The number of the last message, and of the page that the browser shows.
        var (number, sequence) = (0, "")
        /// Whether the server has handled the last message.
        var isHandled = false
        /// Whether a frame has shown the whole page since the last connection.
        var hasPage = false
        /// The control that the browser uses.
        var control = ""
        /// Whether a frame shows the effect of the last message.
        var awaited: (isEffect: @Sendable ([UInt8]) -> Bool, reader: CheckedContinuation<Void, Never>)?
    }

    private let state = Mutex(State())
    private let connection = Mutex<MemoryConnection?>(nil)
    private let number: Int
    private let account: String?
    private let path: String
    private let session: String
    private let cookie: String
    /// The field of the form, if the control is one.
    private let field: String?

    /// Loads a page, and connects to it.
    ///
    /// - Parameters:
    ///   - number: Determines the address of the browser.
    ///   - account: The account of the person. Defaults to none.
    ///   - path: The path of the page.
    ///   - control: The start of the tag with the control to use.
    ///   - field: The field of the form. Defaults to `nil`: the control is a button or a live field.
    package init(
        _ number: Int, account: String? = nil, of pages: LivePages, path: String, control: String, field: String? = nil
    ) async throws {
        (self.number, self.account, self.path, self.field) = (number, account, path, field)
        let request = try Self.request(path, number, account, pages)
        let response = try await pages.respond(to: request, on: MemoryConnection { _ in }, body: { _ in [] })
        cookie =
            response.fields.first { $0.name.lowercased() == "set-cookie" }.map { "\($0.value.prefix { $0 != ";" })" }
            ?? ""
        let document = try Document(response.body, path: path)
        session = document.session
        let reference = try document.control(control)
        state.withLock { ($0.control, $0.sequence) = (reference, document.sequence) }
        try connect(to: pages)
    }

    /// Creates the browser of a page that a browser of another process has loaded. It is not connected.
    ///
    /// - Parameters:
    ///   - saved: The text from ``saved`` of the other browser.
    ///   - path: The path of the page.
    package init(resuming saved: String, path: String) throws {
        let words = saved.split(separator: " ").map { String($0) }
        guard words.count == 6, let number = Int(words[0]), let last = Int(words[4]) else {
            throw ClientFailure("a browser cannot go on with this: \(saved)")
        }
        (self.number, self.account, self.path, self.field) = (number, nil, path, nil)
        (session, cookie) = (words[1], words[2])
        state.withLock { ($0.control, $0.number, $0.sequence) = (words[3], last, words[5]) }
    }

    /// A text with which a browser of another process can go on with the page.
    package var saved: String {
        state.withLock { "\(number) \(session) \(cookie) \($0.control) \($0.number) \($0.sequence)" }
    }

    private static func request(
        _ path: String, _ number: Int, _ account: String?, _ pages: LivePages, cookie: String? = nil
    ) throws -> PageRequest {
        let fields = [(name: "Host", value: "localhost"), ("Origin", "http://localhost")]
        let address = "10.0.\(number / 250).\(1 + number % 250)"
        var request = try PageRequest(
            method: "GET", target: path, fields: fields + (cookie.map { [("Cookie", $0)] } ?? []), address: address)
        pages.prepare(&request)
        request.identity = account.map { Identity($0) }
        return request
    }

    /// Connects to the page, also to one of another server that has loaded it.
    ///
    /// - Parameter hasEnded: Called when the connection has ended.
    package func connect(to pages: LivePages, _ hasEnded: @escaping @Sendable () -> Void = {}) throws {
        let sequence = state.withLock { $0.sequence }
        let hello =
            "{\"h\":1,\"s\":\"\(session)\",\"c\":\"\(1_000_000 + number)\",\"q\":\(sequence),\"a\":\"\(path)\"}"
        let input = try pages.admit(try Self.request("/millrace/live", number, account, pages, cookie: cookie))
        let connection = MemoryConnection { [weak self] in self?.receive($0) }
        connection.write(hello)
        self.connection.withLock { $0 = connection }
        Task {
            await pages.serve(connection, input)
            hasEnded()
        }
    }

    /// Connects to the page of another server, and returns when the page is shown.
    package func reconnect(to pages: LivePages) async throws {
        connection.withLock { $0 }?.abort()
        try await withCheckedThrowingContinuation { (reader: CheckedContinuation<Void, any Error>) in
            Task {
                await withCheckedContinuation { shown in
                    state.withLock {
                        ($0.awaited, $0.isHandled) = (({ $0.index(of: "\"full\":") != nil }, shown), true)
                    }
                    do { try connect(to: pages) } catch { reader.resume(throwing: error) }
                }
                reader.resume()
            }
        }
    }

    /// Connects to the page of another server, again and again until the page is shown. Call this once.
    package func connectAgain(to pages: LivePages) async throws {
        for _ in 0..<1_000 {
            await withCheckedContinuation { (shown: CheckedContinuation<Void, Never>) in
                state.withLock {
                    $0.hasPage = false
                    ($0.awaited, $0.isHandled) = (({ $0.index(of: "\"full\":") != nil }, shown), true)
                }
                // A refused connection is an attempt that has ended.
                do { try connect(to: pages) { [weak self] in self?.endWait() } } catch { endWait() }
            }
            if state.withLock({ $0.hasPage }) { return }
            try await Task.sleep(for: .milliseconds(20))
        }
        throw ClientFailure("the page \(path) was not shown again")
    }

    /// Ends the wait for a frame that does not come any more.
    private func endWait() { state.withLock { $0.awaited.take() }?.reader.resume() }

    deinit { connection.withLock { $0?.abort() } }

    /// Presses the control, and returns when the server has handled this and the page shows the effect.
    ///
    /// - Parameters:
    ///   - value: The value of the form's field. Defaults to none.
    ///   - isEffect: Whether a frame shows the effect.
    package func press(_ value: String = "", until isEffect: @escaping @Sendable ([UInt8]) -> Bool) async {
        await send(field.map { "{\"\($0)\":[\"\(value)\"]}" }, until: isEffect)
    }

    /// Types into a live field, and returns when the server has handled this.
    package func type(_ text: String) async { await send("\"\(text)\"") { _ in true } }

    private func send(_ value: String?, until isEffect: @escaping @Sendable ([UInt8]) -> Bool) async {
        await withCheckedContinuation { reader in
            let frame = state.withLock { state in
                state.number += 1
                (state.awaited, state.isHandled) = ((isEffect, reader), false)
                let value = value.map { ",\"v\":\($0)" } ?? ""
                return "{\"n\":\(state.number),\"q\":\(state.sequence),\"r\":\"\(state.control)\"\(value)}"
            }
            connection.withLock { $0 }?.write(frame)
        }
    }

    private func receive(_ frame: [UInt8]) {
        let reader = state.withLock { state -> CheckedContinuation<Void, Never>? in
            if let index = frame.index(of: "\"q\":") {
                let digits = frame[(index + 4)...].prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
                state.sequence = String(decoding: digits, as: UTF8.self)
            }
            if frame.index(of: "\"full\":") != nil { state.hasPage = true }
            if frame.index(of: "\"k\":[[\(state.number),0]]") != nil { state.isHandled = true }
            guard state.isHandled, let awaited = state.awaited, awaited.isEffect(frame) else { return nil }
            state.awaited = nil
            return awaited.reader
        }
        reader?.resume()
    }
}

/// A document that a browser has received.
struct Document {
    let bytes: [UInt8]
    let session: String
    let sequence: String

    /// - Throws: A failure, unless the document has a session.
    init(_ bytes: [UInt8], path: String) throws {
        guard let session = bytes.text(after: "data-session=\"", until: "\""),
            let sequence = bytes.text(after: "data-seq=\"", until: "\"")
        else { throw ClientFailure("\(path) has no session: \(String(decoding: bytes.prefix(200), as: UTF8.self))") }
        (self.bytes, self.session, self.sequence) = (bytes, session, sequence)
    }

    /// Returns the control whose tag has this start: that of a form, a button or a live field.
    func control(_ start: String) throws -> String {
        let tag = bytes.text(after: start, until: ">") ?? ""
        guard let found = tag.firstMatch(of: /(?:data-r="|;r=|name="f|value=")(\d+)/) else {
            throw ClientFailure("the document has no control \(start): \(String(decoding: bytes, as: UTF8.self))")
        }
        return String(found.1)
    }
}
