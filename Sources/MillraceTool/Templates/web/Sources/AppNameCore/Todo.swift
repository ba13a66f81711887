/// A thing to do.
package struct Todo: Hashable, Codable, Sendable, Identifiable {
    /// The identity. It is never used again in one list.
    package let id: Int
    /// The text that a person wrote.
    package var title: String
    /// Whether it is done.
    package var isDone: Bool

    /// Creates a thing to do.
    package init(id: Int, title: String, isDone: Bool = false) {
        (self.id, self.title, self.isDone) = (id, title, isDone)
    }
}
