import MillraceInbox
import Millrace

// What crosses is the inbox.
@MainActor func give(to elsewhere: Elsewhere) async throws {
    let store = Store(0, Counter(), on: Engine())
    try await elsewhere.take(store.inbox)
}
