#if DEBUG
    import Millrace
    import MillraceModules
    import MillraceWeb

    /// A page that stores files. The test registers the handler.
    struct Locker: Module {
        struct State {
            var files: [FileUpload] = []
            var received = 0
            var total = 0
            var outcome = ""
        }

        /// Returns the number of bytes.
        struct Store: Command, Equatable {
            typealias Output = Int
            typealias Progress = Int
            let file: FileUpload
        }

        enum Action { case chosen(FileUpload), storing(Event<Store>), cancel, cancelled, retain(FileUpload), clear }

        func state(for _: Void) -> State { State() }

        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            switch action {
            case .chosen(let file):
                (state.received, state.total, state.outcome) = (0, file.size, "storing")
                return .execute(Store(file: file), as: Action.storing, id: "store", onCancel: .cancelled)
            case .storing(.progress(let count)): state.received = count
            case .storing(.data(let count)): state.outcome = "stored \(count)"
            case .storing(.failure(let error)): state.outcome = "failed \(error)"
            case .cancel: return .cancel("store")
            case .cancelled: state.outcome = "cancelled"
            case .retain(let file): state.files.append(file)
            case .clear: state.files = []
            }
            return .none
        }
    }

    extension Locker: WebModule {
        func path(_ state: State) -> String? { "locker" }

        func view(_ state: State) -> HTML<Action> {
            h1 { "Locker" }
            fileField("File", limit: 100_000_000, send: Action.chosen).id("file")
            fileField("Many", accept: [".csv", "image/*"], limit: 1_000, isMultiple: true, send: Action.retain).id(
                "many")
            progress(Double(state.received), of: Double(max(state.total, 1)), label: "Received")
            button("Cancel", send: .cancel)
            button("Clear", send: .clear)
            output { state.outcome }
            ul { each(state.files, id: \.name) { file in li { "\(file.name) \(file.size)" } } }
        }
    }

    /// A page that opens a locker above itself.
    struct Lobby: Module {
        struct State {}
        enum Action { case open }
        enum Transition { case locker }

        func state(for _: Void) -> State { State() }
        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> { .transition(.locker) }
        func route(_ transition: Transition) -> Route<Self> { .show(Locker(), with: ()) }
    }

    extension Lobby: WebModule {
        func view(_ state: State) -> HTML<Action> { button("Open", send: .open) }
        func transition(to path: inout WebPath) -> Transition? { path.take("locker") ? .locker : nil }
    }

    /// A handler that reads a chunk each time that the test permits it.
    actor StepByStep {
        private var permits = 0
        private var waiting: [CheckedContinuation<Void, Never>] = []
        private(set) var bytes: [UInt8] = []

        /// Lets the handler read this many chunks.
        func permit(_ count: Int) {
            for _ in 0..<count { if waiting.isEmpty { permits += 1 } else { waiting.removeFirst().resume() } }
        }

        func wait() async {
            if permits > 0 { return permits -= 1 }
            await withCheckedContinuation { waiting.append($0) }
        }

        func append(_ more: [UInt8]) { bytes += more }

        /// Reads a file, and calls `report` with the number of bytes after each chunk.
        func read(_ file: FileUpload, _ report: @Sendable (Int) async -> Void) async throws -> Int {
            var count = 0
            await wait()
            for try await chunk in file.chunks {
                append(chunk)
                count += chunk.count
                await report(count)
                await wait()
            }
            return count
        }
    }
#endif
