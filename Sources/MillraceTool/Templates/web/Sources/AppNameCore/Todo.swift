/// A thing to do.
package struct Todo: Hashable, Codable, Sendable, Identifiable {
    /// The identity. It is never used again in one list.
    package let id: Int
    /// The text that a person wrote.
    package var title: String
    /// Whether it is done.
    package var isDone = false
    /// Whether a person has removed it. It can be restored for some seconds.
    package var isRemoved = false

    /// Creates a thing to do.
    package init(id: Int, title: String) { (self.id, self.title) = (id, title) }
}
