import MillraceModules
import Millrace

// The modules that the sources in this folder present.

struct Profile: Module {
    enum Action { case tapped }
    enum Input { case reset }
    enum Output { case closed }

    func state(for id: Int) -> Int { id }
    func receive(_ input: Input) -> Action { .tapped }
    func reduce(_ state: inout Int, _ action: Action) -> Flow<Self> { .none }
}

struct Settings: Module {
    enum Action { case tapped }

    func state(for requirement: Void) -> Int { 0 }
    func reduce(_ state: inout Int, _ action: Action) -> Flow<Self> { .none }
}

struct Search: Module {
    enum Action { case tapped }
    enum Output { case found }

    func state(for requirement: Void) -> Int { 0 }
    func reduce(_ state: inout Int, _ action: Action) -> Flow<Self> { .none }
}
