import MillraceExtras
import Millrace

// The inbox may be sent to another actor.
@MainActor func give(to elsewhere: Elsewhere) async throws {
    let store = Store(0, Counter(), on: Engine())
    try await elsewhere.take(store.inbox)
}
