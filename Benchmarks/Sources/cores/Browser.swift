import Foundation
import LoopbackClients
import MillraceWeb
import Synchronization

/// A simulated browser with a live page.
final class Browser: Sendable {
    private struct State {
        /// The number of the last message, and of the page that the browser shows.
        var (number, sequence) = (0, "")
        /// Whether the server has handled the last press.
        var isHandled = false
        /// Whether a frame shows the effect of the last press.
        var awaited: (isEffect: @Sendable ([UInt8]) -> Bool, reader: CheckedContinuation<Void, Never>)?
    }

    private let state = Mutex(State())
    private let connection = Mutex<MemoryConnection?>(nil)
    private let control: String
    /// The field of the form, if the control is one.
    private let field: String?

    /// Loads a page, and connects to it.
    ///
    /// - Parameters:
    ///   - number: Determines the address of the browser.
    ///   - account: The account of the person.
    ///   - path: The path of the page.
    ///   - control: The start of the tag with the control to press.
    ///   - field: The field of the form. Defaults to `nil`: the control is a button.
    init(
        _ number: Int, account: String, of pages: LivePages, path: String, control: String, field: String? = nil
    ) async throws {
        self.field = field
        func request(_ path: String, _ fields: (name: String, value: String)...) throws -> PageRequest {
            let fields = [(name: "Host", value: "localhost"), ("Origin", "http://localhost")] + fields
            let address = "10.0.\(number / 250).\(1 + number % 250)"
            var request = try PageRequest(method: "GET", target: path, fields: fields, address: address)
            pages.prepare(&request)
            request.identity = Identity(account)
            return request
        }
        let response = try await pages.respond(
            to: try request(path), on: MemoryConnection { _ in }, body: { _ in [] })
        let cookie = response.fields.first { $0.name.lowercased() == "set-cookie" }?.value.prefix { $0 != ";" } ?? ""
        let document = try Document(response.body, path: path)
        self.control = try document.control(control)
        let hello =
            "{\"h\":1,\"s\":\"\(document.session)\",\"c\":\"\(1_000_000 + number)\",\"q\":\(document.sequence),\"a\":\"\(path)\"}"
        state.withLock { $0.sequence = document.sequence }
        let input = try pages.admit(try request("/millrace/live", ("Cookie", String(cookie))))
        let connection = MemoryConnection { [weak self] in self?.receive($0) }
        connection.write(hello)
        self.connection.withLock { $0 = connection }
        Task { await pages.serve(connection, input) }
    }

    deinit { connection.withLock { $0?.abort() } }

    /// Presses the control, and returns when the server has handled this and the page shows the effect.
    ///
    /// - Parameters:
    ///   - value: The value of the field. Defaults to none.
    ///   - isEffect: Whether a frame shows the effect.
    func press(_ value: String = "", until isEffect: @escaping @Sendable ([UInt8]) -> Bool) async {
        await withCheckedContinuation { reader in
            let frame = state.withLock { state in
                state.number += 1
                (state.awaited, state.isHandled) = ((isEffect, reader), false)
                let value = field.map { ",\"v\":{\"\($0)\":[\"\(value)\"]}" } ?? ""
                return "{\"n\":\(state.number),\"q\":\(state.sequence),\"r\":\"\(control)\"\(value)}"
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

    /// Returns the control whose tag has this start: that of a form or a button.
    func control(_ start: String) throws -> String {
        let tag = bytes.text(after: start, until: ">") ?? ""
        guard let found = tag.firstMatch(of: /(?:data-r="|;r=|value=")(\d+)/) else {
            throw ClientFailure("the document has no control \(start): \(String(decoding: bytes, as: UTF8.self))")
        }
        return String(found.1)
    }
}
