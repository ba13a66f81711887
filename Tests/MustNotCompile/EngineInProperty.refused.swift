import Millrace

// A property's initial value runs on the actor of its type, but the compiler passes no actor there.
@MainActor final class App {
    let engine = Engine()  // refused: 'nil' is not compatible with expected argument type 'any Actor'
}
