#if Hummingbird || App
    import Foundation
    import Hummingbird
    import Logging
    import Millrace
    import MillraceHummingbird
    import MillraceInspector
    import MillraceJournal
    import MillraceKit
    import MillraceWeb
    import ServiceLifecycle

    @testable import WebTestSupport

    /// Reads the dish of the day.
    struct DishOfTheDay: Command, Codable, Hashable {
        typealias Output = String
        typealias Failure = Never
    }

    /// The menu of a bistro. It embeds a panel, pushes a dish, and presents the bill as a sheet.
    struct Menu: Module {
        struct State: Codable, Hashable {
            var dishes: [String] = []
            /// Not encoded, because it is read again.
            var special = "none yet"
            private enum CodingKeys: CodingKey { case dishes }
        }

        enum Action: Codable, Equatable {
            case add(String)
            case special(Event<DishOfTheDay>)
            case look(String)
            case pay(Int)
        }

        enum Transition: Hashable { case panel, dish(String), bill(Int) }

        func state(for _: Void) -> State { State() }

        func start(_ state: State) -> Flow<Menu> {
            .transition(.panel).and(.execute(DishOfTheDay(), as: Action.special))
        }

        func reduce(_ state: inout State, _ action: Action) -> Flow<Menu> {
            switch action {
            case .add(let dish): state.dishes.append(dish)
            case .special(let event): state.special = event.output ?? state.special
            case .look(let dish): return .transition(.dish(dish))
            case .pay(let amount): return .transition(.bill(amount))
            }
            return .none
        }

        func route(_ transition: Transition) -> Route<Menu> {
            switch transition {
            case .panel: .embed(Weather(), at: "panel", with: ())
            case .dish(let name): .show(Dish(), with: name)
            case .bill(let amount): .present(Bill(), with: amount)
            }
        }
    }

    /// A panel whose state is not `Codable`.
    struct Weather: Module {
        struct State: Hashable { var text = "sunny" }
        enum Action: Equatable {}
        func state(for _: Void) -> State { State() }
        func reduce(_: inout State, _: Action) -> Flow<Weather> {}
    }

    struct Dish: Module {
        struct State: Codable, Hashable {
            var name: String
            var portions = 1
        }
        enum Action: Codable, Equatable { case more, back }
        enum Transition: Hashable { case back }
        func state(for name: String) -> State { State(name: name) }
        func reduce(_ state: inout State, _ action: Action) -> Flow<Dish> {
            switch action {
            case .more: state.portions += 1
            case .back: return .transition(.back)
            }
            return .none
        }
        func route(_ transition: Transition) -> Route<Dish> { .pop }
    }

    /// A number that must be in no recording.
    struct CardNumber: Codable, Hashable, Sendable, Unrecorded { var digits = "" }

    struct Bill: Module {
        struct State: Codable, Hashable {
            var amount: Int
            var card = CardNumber()
        }
        enum Action: Codable, Equatable { case card(CardNumber) }
        func state(for amount: Int) -> State { State(amount: amount) }
        func reduce(_ state: inout State, _ action: Action) -> Flow<Bill> {
            if case .card(let card) = action { state.card = card }
            return .none
        }
    }

    extension Menu: WebModule {
        func view(_ state: State) -> HTML<Action> {
            h1 { "Menu" }
            p { "Today: \(state.special)" }.class("special")
            ul { each(state.dishes, id: \.self) { dish in li { button(dish, send: .look(dish)) } } }
            region("panel")
        }
    }

    extension Weather: WebModule {
        func view(_ state: State) -> HTML<Action> { p { "It is \(state.text)." } }
    }

    extension Dish: WebModule {
        func view(_ state: State) -> HTML<Action> {
            h1 { state.name }
            p { "Portions: \(state.portions)" }.style(.color(.init(red: 176, green: 0, blue: 32)))
        }
    }

    extension Bill: WebModule {
        func view(_ state: State) -> HTML<Action> {
            h1 { "Bill" }
            p { "\(state.amount) euros, card \"\(state.card.digits)\"" }
        }
    }

    /// A bistro with one window, which is recorded.
    @MainActor final class Bistro {
        /// Counts the calls of handlers.
        let calls = Lock(0)
        let engine: Engine
        let recorder: Recorder
        let window: Navigator
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        nonisolated static let screens = RecordedScreens { [Menu(), Weather(), Dish(), Bill()] }

        init() throws {
            engine = Engine()
            engine.handle(DishOfTheDay.self) { [calls] _ in
                calls.withLock { $0 += 1 }
                return "soup"
            }
            recorder = try Recorder(engine, folder: folder)
            window = Navigator(root: Menu(), stacked: true, on: engine)
        }

        deinit { try? FileManager.default.removeItem(at: folder) }

        var menu: Store<Menu>? { window.store(of: Menu.self) }

        /// The page of the window after the current turn, as the inspector addresses it.
        var frame: String { "/frame/\(engine.turn)?window=\(window.tree.scenes[0].id)" }

        /// Serves the pages of an inspector, and passes a function that requests one.
        static func serve(
            _ inspector: Inspector, _ body: (_ get: (String) async throws -> ParsedResponse) async throws -> Void
        ) async throws {
            let router = Router()
            let pages = inspector.pages()
            router.pages(pages)
            let (ports, port) = AsyncStream<Int>.makeStream()
            let application = Application(
                router: router, server: .http1Live(), configuration: .init(address: .hostname("127.0.0.1", port: 0)),
                services: [pages], onServerRunning: { port.yield($0.localAddress?.port ?? 0) })
            let services = ServiceGroup(
                configuration: .init(
                    services: [application], logger: Logger(label: "bistro") { _ in SwiftLogNoOpLogHandler() }))
            let running = Task { try await services.run() }
            for await number in ports {
                try await body { path in
                    let socket = try await RawSocket(port: UInt16(number))
                    await socket.send("GET \(path) HTTP/1.1\r\nHost: localhost:\(number)\r\nConnection: close\r\n\r\n")
                    return ParsedResponse(await socket.readAll())
                }
                break
            }
            await services.triggerGracefulShutdown()
            try await running.value
        }
    }
#endif
