#if (Testing && Web) || App
    import Foundation
    import GuideBlocks
    import MillraceKit
    import MillraceTesting
    import Testing

    @MainActor @Suite("Guides · Recipes, a program that reads its input") struct ProgramRecipe {
        struct SaveTasks: Command, Hashable {
            typealias Output = Void
            typealias Progress = Never
            let tasks: [String]
        }

        struct Tasks: Reducer {
            struct State: Hashable {
                var tasks: [String] = []
                var message = ""
            }
            enum Action: Equatable { case line(String), saved(Event<SaveTasks>) }

            func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
                switch action {
                case .line(let line) where line.hasPrefix("add "):
                    state.tasks.append(String(line.dropFirst(4)))
                    return .execute(SaveTasks(tasks: state.tasks), as: Action.saved, policy: .queue)
                case .line("list"): state.message = state.tasks.joined(separator: "\n")
                case .line(let line): state.message = "Unknown: \(line). Write \"add TEXT\" or \"list\"."
                case .saved(.data): state.message = "Saved."
                case .saved(.failure(let error)): state.message = "The tasks could not be saved: \(error)"
                }
                return .none
            }
        }

        @MainActor func openTasks(in file: URL) throws -> Store<Tasks> {
            let engine = Engine()
            engine.handle(SaveTasks.self) { command in
                try JSONEncoder().encode(command.tasks).write(to: file, options: .atomic)
            }
            guard FileManager.default.fileExists(atPath: file.path) else { return Store(.init(), Tasks(), on: engine) }
            let tasks = try JSONDecoder().decode([String].self, from: Data(contentsOf: file))
            return Store(.init(tasks: tasks), Tasks(), on: engine)
        }

        @MainActor func run(_ store: Store<Tasks>, lines: AsyncStream<String>, print: (String) -> Void) async {
            for await line in lines {
                // Waits for the commands that the line has caused. Their failures are in the state.
                try? await store.send(.line(line)).finished()
                print(store.state.message)
            }
        }

        /// The lines of the standard input. `readLine` blocks, so it has a thread of its own.
        func standardInput() -> AsyncStream<String> {
            AsyncStream { lines in
                Thread.detachNewThread {
                    while let line = readLine() { lines.yield(line) }
                    lines.finish()
                }
            }
        }

        @Test func inputAndFile() async throws {
            let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let file = folder.appending(path: "tasks.json")
            #expect(
                try await output(of: ["add tea", "add cake", "bad"], file: file) == [
                    "Saved.", "Saved.", "Unknown: bad. Write \"add TEXT\" or \"list\".",
                ])
            #expect(try await output(of: ["list"], file: file) == ["tea\ncake"])
            try Data("{".utf8).write(to: file)
            #expect(throws: DecodingError.self) { try openTasks(in: file) }
            let missing = folder.appending(path: "missing/tasks.json")
            let failed = try await output(of: ["add tea", "list"], file: missing)
            #expect(failed.first?.hasPrefix("The tasks could not be saved: ") == true && failed.last == "tea")
        }

        private func output(of input: [String], file: URL) async throws -> [String] {
            let (lines, lineInput) = AsyncStream.makeStream(of: String.self)
            for line in input { lineInput.yield(line) }
            lineInput.finish()
            var output: [String] = []
            await run(try openTasks(in: file), lines: lines) { output.append($0) }
            return output
        }
    }
#endif
