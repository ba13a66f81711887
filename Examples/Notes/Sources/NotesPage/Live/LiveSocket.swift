import FlyingFox
import Foundation

/// The WebSocket of a tab: frames in, frames out, each message within a limit.
struct LiveSocket: WSHandler {
    /// How many bytes a message of a tab may have.
    static let longestMessage = 4_000_000
    /// How many bytes are read, and thrown away, of a tab that was refused.
    static let mostDiscarded = 64_000_000
    let open: @MainActor @Sendable () -> Session

    func makeFrames(for client: AsyncThrowingStream<WSFrame, any Error>) async throws -> AsyncStream<WSFrame> {
        let line = Line(session: await open())
        let reader = Task { await line.read(client) }
        return AsyncStream {
            await line.next()
        } onCancel: {
            reader.cancel()
        }
    }
}

/// What goes over one WebSocket, in both directions.
private actor Line {
    private let session: Session
    /// Frames of the protocol that go out before anything else.
    private var control: [WSFrame] = []
    private var isClosing = false
    private var message = Data()

    init(session: Session) { self.session = session }

    func read(_ client: AsyncThrowingStream<WSFrame, any Error>) async {
        var discarded = 0
        do {
            for try await frame in client {
                if isClosing { discarded += frame.payload.count } else { await take(frame) }
                // A tab that was refused is heard to its end: it could not read why if the connection closed on it.
                if frame.opcode == .close || discarded > LiveSocket.mostDiscarded { break }
            }
        } catch {
            // The connection is lost: the tab comes back by itself.
        }
        await session.close()
    }

    private func take(_ frame: WSFrame) async {
        switch frame.opcode {
        case .ping where frame.payload.count <= 125:
            control.append(WSFrame(fin: true, opcode: .pong, mask: nil, payload: frame.payload))
            await session.nudge()
        case .pong: break
        case .close: await close(.normalClosure)
        case .text, .continuation: await add(frame)
        default: await close(WSCloseCode(1003, reason: "Notes takes text messages only."))
        }
    }

    private func add(_ frame: WSFrame) async {
        guard message.count + frame.payload.count <= LiveSocket.longestMessage else {
            return await close(WSCloseCode(1009, reason: "The message is longer than 4 MB."))
        }
        message.append(frame.payload)
        guard frame.fin else { return }
        guard let text = String(validating: message, as: UTF8.self) else {
            return await close(WSCloseCode(1007, reason: "The message is not UTF-8 text."))
        }
        message = Data()
        await session.receive(text)
    }

    private func close(_ code: WSCloseCode) async {
        (isClosing, message) = (true, Data())
        control.append(.close(code: code))
        await session.nudge()
    }

    func next() async -> WSFrame? {
        while control.isEmpty, let text = await session.next() {
            if !text.isEmpty, !isClosing {
                return WSFrame(fin: true, opcode: .text, mask: nil, payload: Data(text.utf8))
            }
        }
        return control.isEmpty ? nil : control.removeFirst()
    }
}
