import Millrace

// A property's initial value runs on the actor of its type, but the compiler passes no actor there.
@MainActor final class App {
    let engine = Engine()  // refused: actor-isolated default value in a main actor-isolated context
}
