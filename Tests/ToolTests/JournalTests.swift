#if Testing || App
    import Foundation
    import MillraceJournal
    import MillraceKit
    import MillraceTesting
    import MillraceTool
    import Testing

    private struct Counter: Reducer {
        enum Action: Codable { case add(Int), double }

        func reduce(_ count: inout Int, _ action: Action) -> Flow<Self> {
            switch action {
            case .add(let number):
                count += number
                return number > 1 ? .send(.double) : .none
            case .double: count *= 2
            }
            return .none
        }
    }

    private struct Other: Reducer {
        enum Action: Codable { case nothing }
        func reduce(_ state: inout Int, _ action: Action) -> Flow<Self> { .none }
    }

    @MainActor @Suite("The commands journal, replay and graph") final class JournalTests {
        private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        private let file: URL

        init() throws {
            file = folder.appending(path: "a.jsonl")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let engine = Engine()
            let history = History(records: 10)
            engine.history = history
            let store = Store(0, Counter(), on: engine)
            store.send(.add(1))
            store.send(.add(2))
            try Data(history.recording(of: store).utf8).write(to: file)
            engine.shutdown()
        }

        deinit { try? FileManager.default.removeItem(at: folder) }

        @Test("Shows each turn with its cause, or some of them") func show() throws {
            #expect(
                try JournalText(file).turns == ["1: action .add", "2: action .add", "3: action .double, because of 2"])
            #expect(try JournalText(file).summary == "a.jsonl: 3 turns of Counter, complete.")
            #expect(try JournalText(file, turns: 2...2).turns == ["2: action .add"])
        }

        @Test("Reports a changed and a cut file") func damage() throws {
            let text = try String(contentsOf: file, encoding: .utf8)
            try Data(text.replacing("\"double\"", with: "\"Double\"").utf8).write(to: file)
            #expect(throws: ToolError.self) { try JournalText(self.file) }
            try Data(text.dropLast(5).utf8).write(to: file)
            #expect(try JournalText(file).summary == "a.jsonl: 3 turns of Counter; line 5 is incomplete.")
        }

        @Test("A file that cannot be opened is reported in one sentence") func unreadable() throws {
            let missing = folder.appending(path: "missing.jsonl")
            #expect(throws: ToolError("The file \(missing.path) cannot be read: No such file or directory.")) {
                try JournalText(missing)
            }
            #expect(throws: ToolError("The folder \(folder.path) contains no recording of an engine.")) {
                try JournalText(self.folder)
            }
            try Data().write(to: file)
            #expect(throws: ToolError("a.jsonl: The recording is empty.")) { try JournalText(self.file) }
        }

        /// Records an engine with two stores into the folder, and returns the file.
        private func recordEngine() async throws -> URL {
            let engine = Engine()
            let recorder = try Recorder(engine, folder: folder)
            let stores = [Store(0, Counter(), on: engine), Store(0, Counter(), on: engine)]
            let other = Store(0, Other(), on: engine)
            stores[0].send(.add(1))
            stores[1].send(.add(2))
            await recorder.end()
            engine.shutdown()
            withExtendedLifetime(other) {}
            return try #require(
                FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
                    .first { $0.lastPathComponent.hasPrefix("turns-") })
        }

        @Test("The last run in the folder of a recorder is read, with the turns of all stores") func engine()
            async throws
        {
            let recording = try await recordEngine()
            let name = recording.lastPathComponent
            let journal = try JournalText(folder)
            #expect(
                journal.turns == [
                    "1: action Counter.add", "2: action Counter.add", "3: action Counter.double, because of 2",
                ])
            #expect(journal.summary == "\(name): 3 turns of Counter, complete.")
            #expect(try JournalText(recording, turns: 2...2).summary == "\(name): 1 turn of Counter.")
            let text = try String(contentsOf: recording, encoding: .utf8)
            try Data(text.dropLast(5).utf8).write(to: recording)
            #expect(try JournalText(folder).summary == "\(name): 2 turns of Counter; line 6 is incomplete.")
            try Data(text.replacing("\"double\"", with: "\"Double\"").utf8).write(to: recording)
            #expect(throws: ToolError.self) { try JournalText(self.folder) }
        }

        @Test("A test receives the recording of its reducer, and one that cannot be read") func requests() throws {
            let environment = ["MILLRACE_RECORDING": file.path, "MILLRACE_RESULTS": folder.path]
            #expect(ToolRequest.recordings(of: Counter.self, requestedBy: environment).map(\.path) == [file.path])
            #expect(ToolRequest.recordings(of: Other.self, requestedBy: environment).isEmpty)
            #expect(ToolRequest.recordings(of: Counter.self, requestedBy: [:]).isEmpty)
            #expect(FileManager.default.fileExists(atPath: folder.appending(path: "Other.feature").path))
            try Data("no recording".utf8).write(to: file)
            #expect(ToolRequest.recordings(of: Other.self, requestedBy: environment).count == 1)
        }

        @Test("A test receives a recording of an engine if its reducer has reduced a message, and those of a folder")
        func engineRequests() async throws {
            let recording = try await recordEngine()
            #expect(
                ToolRequest.recordings(of: Counter.self, in: folder, requestedBy: [:]).map(\.lastPathComponent)
                    == ["a.jsonl", recording.lastPathComponent])
            let environment = ["MILLRACE_RECORDING": folder.path]
            #expect(ToolRequest.recordings(of: Counter.self, requestedBy: environment).map(\.path) == [folder.path])
            // Its store has reduced nothing.
            #expect(ToolRequest.recordings(of: Other.self, in: folder, requestedBy: environment).isEmpty)
        }

        @Test("A test draws the graph of the requested feature only") func graphs() throws {
            let environment = ["MILLRACE_GRAPH": "Counter", "MILLRACE_RESULTS": folder.path]
            let graph = Explorer(0, Counter()).actions { $0 < 3 ? [.add(1)] : [] }.graph { "\($0.state)" }
            let picture = folder.appending(path: "graph.svg")
            try ToolRequest.draw({ graph }, "Other", in: environment)
            #expect(!FileManager.default.fileExists(atPath: picture.path))
            try ToolRequest.draw({ graph }, "Counter", in: environment)
            #expect(try String(contentsOf: picture, encoding: .utf8).contains("<svg"))
        }
    }
#endif
