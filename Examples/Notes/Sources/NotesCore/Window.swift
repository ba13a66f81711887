package import MillraceKit

/// A window: its modules and their engine belong to an actor of their own, and reach the library by its handle.
package struct Window: Sendable {
    /// The identity of the window.
    package let id: WindowID
    /// The library, which all windows share.
    package let library: RemoteStore<Library>

    /// Creates a window of a library.
    package init(_ id: WindowID, of library: RemoteStore<Library>) { (self.id, self.library) = (id, library) }
}

/// An event of the observation of a part of the library.
package typealias Observed<Part: Equatable & Sendable> = Event<RemoteObservation<Library, Part>>
