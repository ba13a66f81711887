package import Millrace
package import MillraceModules
package import MillraceWeb
import SevenGUIsCore

/// The start page: a link to each task, which has a URL of its own.
package struct Gallery: Module {
    package struct State {}
    package enum Action { case open(Task) }
    package typealias Transition = Task

    /// A task of 7GUIs.
    package enum Task: String, CaseIterable, LosslessStringConvertible, Sendable {
        case counter, temperature, flight, timer, crud, circles, cells

        package init?(_ description: String) { self.init(rawValue: description) }
        package var description: String { rawValue }

        var title: String {
            switch self {
            case .counter: "Counter"
            case .temperature: "Temperature converter"
            case .flight: "Flight booker"
            case .timer: "Timer"
            case .crud: "CRUD"
            case .circles: "Circle drawer"
            case .cells: "Cells"
            }
        }
    }

    package init() {}

    package func state(for _: Void) -> State { State() }

    package func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .open(let task): .transition(task)
        }
    }

    package func route(_ task: Task) -> Route<Self> {
        switch task {
        case .counter: .show(Counter(), with: ())
        case .temperature: .show(Temperature(), with: ())
        case .flight: .show(FlightBooker(), with: ())
        case .timer: .show(Timer(), with: ())
        case .crud: .show(CRUD(), with: ())
        case .circles: .show(CircleDrawer(), with: ())
        case .cells: .show(Cells(), with: ())
        }
    }
}

extension Gallery: WebModule {
    package func view(_ state: State) -> HTML<Action> {
        h1 { "7GUIs" }
        nav {
            each(Task.allCases, id: \.self) { task in
                link(to: "/\(task)", send: .open(task)) { task.title }
            }
        }.class("tasks")
    }

    package func title(_ state: State) -> String { "7GUIs" }
    package func transition(to path: inout WebPath) -> Task? { path.take(Task.self) }
}
