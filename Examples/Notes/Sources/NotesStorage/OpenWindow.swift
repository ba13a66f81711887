package import MillraceWeb
package import NotesCore

/// A window that is open as long as this is retained: by the handlers of its engine.
package final class OpenWindow: Sendable {
    /// The identity of the window.
    package let id: WindowID
    /// The visitor that the window was opened for.
    let visitor: Visitor
    private let storage: Storage

    /// Opens a window for a visitor.
    package init(for visitor: Visitor, in storage: Storage) {
        (self.visitor, self.storage) = (visitor, storage)
        id = storage.openWindow(for: visitor)
    }

    deinit { storage.close(id) }
}
