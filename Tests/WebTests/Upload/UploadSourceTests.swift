import Foundation
import Testing

@testable import MillraceWeb

/// The bytes of a file, without a browser.
@Suite struct UploadSourceTests {
    private func makeFile(_ size: Int, id: String = "a-1") -> (FileUpload, UploadSource, AsyncStream<Void>) {
        let (requests, request) = AsyncStream<Void>.makeStream()
        let source = UploadSource(id: id, size: size) { request.yield() }
        return (FileUpload(name: "a.txt", type: "text/plain", source), source, requests)
    }

    @Test("Uploads · bytes pass in order, each part only when the reader asks for it") func rendezvous() async throws {
        let (file, source, requests) = makeFile(5)
        #expect(!source.begin(size: 5), "Nobody has asked for the file.")
        let reading = Task {
            var all: [[UInt8]] = []
            for try await chunk in file.chunks { all.append(chunk) }
            return all
        }
        for await _ in requests { break }
        #expect(!source.begin(size: 4) && source.begin(size: 5) && !source.begin(size: 5))
        #expect(await source.waitForReader())
        source.deliver([1, 2, 3])
        #expect(await source.waitForReader())
        source.deliver([4, 5])
        source.finish()
        #expect(try await reading.value == [[1, 2, 3], [4, 5]])
        #expect(await !source.waitForReader())
    }

    @Test("Uploads · a file that ends early fails, and keeps what was read") func short() async throws {
        let (file, source, requests) = makeFile(5)
        let reading = Task {
            var iterator = file.chunks.makeAsyncIterator()
            let first = try await iterator.next()
            await #expect(throws: FileUpload.Failure.connectionLost) { try await iterator.next() }
            return first
        }
        for await _ in requests { break }
        #expect(source.begin(size: 5))
        #expect(await source.waitForReader())
        source.deliver([1])
        source.finish()
        #expect(try await reading.value == [1])
    }

    @Test("Uploads · a cancelled reader stops the connection, before and while it waits") func cancelled() async throws
    {
        let (file, source, requests) = makeFile(5)
        let reading = Task { for try await _ in file.chunks {} }
        for await _ in requests { break }
        #expect(source.begin(size: 5))
        reading.cancel()
        await #expect(throws: CancellationError.self) { try await reading.value }
        #expect(await !source.waitForReader())
        let (late, _, _) = makeFile(5)
        let cancelled = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            for try await _ in late.chunks {}
        }
        await #expect(throws: CancellationError.self) { try await cancelled.value }
    }

    @Test("Uploads · a reader that stops early ends the transfer") func leaves() async throws {
        let (file, source, requests) = makeFile(5)
        let reading = Task { for try await _ in file.chunks { break } }
        for await _ in requests { break }
        #expect(source.begin(size: 5))
        #expect(await source.waitForReader())
        source.deliver([1])
        try await reading.value
        #expect(await !source.waitForReader())
    }

    @Test(
        "Uploads · a connection that is cancelled while the handler needs no bytes ends the transfer",
        .timeLimit(.minutes(20)))
    func cancelledConnection() async throws {
        let (file, source, requests) = makeFile(5)
        let (ends, end) = AsyncStream<Void>.makeStream()
        let reading = Task {
            for try await _ in file.chunks { for await _ in ends {} }
        }
        for await _ in requests { break }
        #expect(source.begin(size: 5))
        #expect(await source.waitForReader())
        source.deliver([1])
        let waiting = Task { await source.waitForReader() }
        waiting.cancel()
        #expect(await !waiting.value)
        end.finish()
        await #expect(throws: FileUpload.Failure.connectionLost) { try await reading.value }
    }

    @Test("Uploads · a file is read once, a file in memory as often as needed") func twice() async throws {
        let (file, source, _) = makeFile(0)
        let first = file.chunks.makeAsyncIterator()
        await #expect(throws: FileUpload.Failure.alreadyRead) { for try await _ in file.chunks {} }
        withExtendedLifetime((first, source)) {}
        let memory = FileUpload(name: "b", bytes: Array(repeating: 7, count: 100_000))
        for _ in 0..<2 {
            var sizes: [Int] = []
            for try await chunk in memory.chunks { sizes.append(chunk.count) }
            #expect(sizes == [65_536, 34_464])
        }
    }

    @Test("Uploads · a decoded file has its name and no bytes") func coded() async throws {
        let file = FileUpload(name: "b", type: "text/csv", bytes: [1])
        let copy = try JSONDecoder().decode(FileUpload.self, from: JSONEncoder().encode(file))
        #expect(copy.name == "b" && copy.type == "text/csv" && copy.size == 1 && copy != file)
        await #expect(throws: FileUpload.Failure.noContent) { for try await _ in copy.chunks {} }
    }
}
