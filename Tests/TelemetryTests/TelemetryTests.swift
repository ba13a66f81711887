#if Telemetry || App
    import CoreMetrics
    import InMemoryTracing
    import Logging
    import MetricsTestKit
    import Millrace
    import MillraceKit
    import Testing
    import TestSupport
    import Tracing

    import MillraceTelemetry

    /// Loads something in two steps. The answer of the first requests the second.
    private struct Loading: Reducer {
        struct Find: Command, Hashable {
            typealias Output = String
            let secret: String
        }
        struct Fetch: Command, Hashable {
            typealias Output = Int
        }
        struct Refused: Error { let secret = "hunter2" }
        enum Action { case load, found(Event<Find>), fetched(Event<Fetch>), slow, forget }

        func reduce(_ count: inout Int, _ action: Action) -> Flow<Self> {
            switch action {
            case .load: return .execute(Find(secret: "hunter2"), as: Action.found)
            case .found(.data): return .execute(Fetch(), as: Action.fetched)
            case .fetched(.data(let number)): count = number
            case .forget: return .execute(Fetch())
            case .slow:
                let end = ContinuousClock.now + .milliseconds(3)
                while ContinuousClock.now < end {}
            case .found, .fetched: break
            }
            return .none
        }
    }

    /// What the program of a test writes and measures.
    private struct Output {
        private let log = Lock<[String]>([])
        let metrics = TestMetrics()
        let tracer = InMemoryTracer(idGenerator: .incrementing)

        var lines: [String] { log.withLock { $0 } }
        private var logger: Logger { Logger(label: "test") { [log] _ in MemoryLog(lines: log) } }

        func telemetry(slowTurn: Duration = .seconds(600)) -> Telemetry {
            Telemetry(engine: "shop", logger: logger, slowTurn: slowTurn, factory: metrics, tracer: tracer)
        }
    }

    /// A log in memory: a text for each line.
    private struct MemoryLog: LogHandler {
        let lines: Lock<[String]>
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.trace

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let all = metadata.merging(event.metadata ?? [:]) { $1 }.sorted { $0.key < $1.key }
            let text = "\(event.level) \(event.message) " + all.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
            lines.withLock { $0.append(text) }
        }
    }

    @MainActor @Suite("Telemetry", .timeLimit(.minutes(20))) struct TelemetryTests {
        private let output = Output()
        private let engine: Engine

        init() { engine = Engine() }

        @Test("Telemetry · turns, running commands and their age are measured") func metrics() async throws {
            let telemetry = output.telemetry()
            engine.telemetry = telemetry
            #expect(engine.telemetry === telemetry)
            let replies = Replies()
            engine.handle(Loading.Find.self) { command, reply in replies.find = reply }
            engine.handle(Loading.Fetch.self) { _ in 7 }
            let store = Store(0, Loading(), on: engine)
            let receipt = store.send(.load)
            telemetry.sample()
            let type = ("type", "Loading.Find")
            #expect(try value("millrace_effects", [type]) == 1)
            #expect(try value("millrace_oldest_effect_seconds") ?? 0 > 0)
            #expect(try value("millrace_queue_length") == 0)
            replies.find?.finish(with: "x")
            try await receipt.finished()
            telemetry.sample()
            #expect(store.state == 7)
            #expect(try value("millrace_effects", [type]) == 0)
            #expect(try value("millrace_oldest_effect_seconds") == 0)
            // The action, two commands, their two events and no other.
            let turns = try output.metrics.expectCounter("millrace_turns_total", [("engine", "shop")])
            #expect(turns.totalValue == 5)
            #expect(try output.metrics.expectTimer("millrace_turn_seconds", [("engine", "shop")]).values.count == 5)
            engine.telemetry = nil
            try await store.send(.forget).finished()
            #expect(turns.totalValue == 5)
        }

        /// The storage of a durable engine.
        private final class Storage: CallScheduler {
            let oldestAge: Duration?
            let logBytes: Int?
            init(_ oldestAge: Duration?, _ logBytes: Int?) { (self.oldestAge, self.logBytes) = (oldestAge, logBytes) }
            func run(_ start: @escaping () -> Void, of effect: EffectHandle, askedBy turn: UInt64) { start() }
            func whenStored(_ deliver: @escaping () -> Void) { deliver() }
            func stored(isolation: isolated (any Actor)) async -> Bool { true }
        }

        @Test(
            "Telemetry · in a durable engine, the oldest command counts from its request, and the log of the storage is measured"
        )
        func storage() throws {
            let telemetry = output.telemetry()
            engine.telemetry = telemetry
            telemetry.sample()
            #expect(try value("millrace_oldest_effect_seconds") == 0)
            let storage = Storage(.seconds(100), 5_000)
            engine.callScheduler = storage
            telemetry.sample()
            #expect(try value("millrace_oldest_effect_seconds") == 100)
            #expect(try value("millrace_storage_log_bytes") == 5_000)
            engine.telemetry = nil
        }

        @Test("Telemetry · a span for each command, whose parent is what caused it, also after an answer") func spans()
            async throws
        {
            engine.telemetry = output.telemetry()
            let store = Store(0, Loading(), on: engine)
            engine.handle(Loading.Find.self) { _ in
                await Task.yield()
                return "x"
            }
            engine.handle(Loading.Fetch.self) { _ in 7 }
            let pages = PagesTelemetry(factory: output.metrics, tracer: output.tracer)
            var receipt: Receipt?
            await pages.document { receipt = store.send(.load) }
            try await receipt?.finished()
            // A span can end before the one of the document.
            let spans = Dictionary(
                uniqueKeysWithValues: output.tracer.finishedSpans.map { ($0.operationName, $0.spanContext) })
            #expect(spans.count == 3 && Set(spans.values.map(\.traceID)).count == 1)
            let (document, find) = (try #require(spans["document"]), try #require(spans["Loading.Find"]))
            #expect(document.parentSpanID == nil && find.parentSpanID == document.spanID)
            #expect(spans["Loading.Fetch"]?.parentSpanID == find.spanID)
            #expect(output.tracer.activeSpans.isEmpty)
        }

        @Test("Telemetry · a failure marks its span, a fault is one line, and neither contains a payload")
        func failures()
            async throws
        {
            engine.telemetry = output.telemetry()
            engine.handle(Loading.Fetch.self) { _ in throw Loading.Refused() }
            let store = Store(0, Loading(), on: engine)
            let (faults, fault) = AsyncStream<Void>.makeStream()
            engine.onFault = { [log = engine.onFault] in
                log($0)
                fault.yield()
            }
            // Nothing waits for it.
            store.send(.forget)
            for await _ in faults { break }
            let span = try #require(output.tracer.finishedSpans.first)
            #expect(span.status?.code == .error)
            #expect(span.attributes["error.type"]?.toSpanAttribute() == .string("Loading.Refused"))
            // Nothing handles this command.
            await #expect(throws: (any Error).self) { try await store.send(.load).finished() }
            #expect(output.lines.count == 2)
            #expect(output.lines[0].hasPrefix("error ") && output.lines[0].contains("kind=unhandledFailure"))
            #expect(output.lines[1].contains("kind=noHandler") && output.lines[1].contains("engine=shop"))
            #expect(output.lines.allSatisfy { !$0.contains("hunter2") && !$0.contains("\n") })
        }

        @Test("Telemetry · a slow turn is one line with its number, kind and message") func slow() throws {
            engine.telemetry = output.telemetry(slowTurn: .milliseconds(2))
            let store = Store(0, Loading(), on: engine)
            store.send(.slow)
            let line = try #require(output.lines.first)
            #expect(
                line.hasPrefix(
                    "warning A turn took long. engine=shop kind=action message=Loading.Action.slow milliseconds="))
            #expect(line.hasSuffix("turn=1"))
            #expect(output.lines.count == 1)
        }

        @Test("Telemetry · ten thousand commands in flight are counted and released") func many() async throws {
            let telemetry = output.telemetry()
            engine.telemetry = telemetry
            engine.handle(Loading.Fetch.self) { _ in
                await Task.yield()
                return 1
            }
            let store = Store(0, Loading(), on: engine)
            let receipts = (0..<10_000).map { _ in store.send(.forget) }
            telemetry.sample()
            #expect(try value("millrace_effects", [("type", "Loading.Fetch")]) == 10_000)
            for receipt in receipts { try await receipt.finished() }
            telemetry.sample()
            #expect(try value("millrace_effects", [("type", "Loading.Fetch")]) == 0)
            #expect(output.tracer.activeSpans.isEmpty)
        }

        @Test("Telemetry · an engine that is released releases its telemetry") func released() {
            weak var telemetry: Telemetry?
            do {
                let (engine, own) = (Engine(), output.telemetry())
                engine.telemetry = own
                telemetry = own
                #expect(telemetry != nil)
            }
            #expect(telemetry == nil)
        }

        private func value(_ label: String, _ labels: [(String, String)] = []) throws -> Double? {
            try output.metrics.expectRecorder(label, [("engine", "shop")] + labels).lastValue
        }
    }

    private final class Replies {
        var find: Reply<Loading.Find>?
    }
#endif
