package import Millrace

/// Task 1: a number that a button increments.
package struct Counter: Reducer {
    package enum Action { case increment }
    package init() {}

    package func reduce(_ count: inout Int, _ action: Action) -> Flow<Self> {
        count += 1
        return .none
    }
}
