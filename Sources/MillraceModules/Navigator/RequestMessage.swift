public import Millrace

/// A request to a navigator.
final class RequestMessage: OwnerMessage {
    private let request: Navigator.Request
    private let window: SceneRuntime
    /// The modules that a restored root may be.
    private let roots: [any Module]

    init(_ request: Navigator.Request, to window: SceneRuntime, roots: [any Module] = []) {
        (self.request, self.window, self.roots) = (request, window, roots)
    }

    var kind: Message.Kind { .request }
    var payload: Any { request }
    /// The store of the request's scene; the window if it has none.
    var subject: AnyObject? {
        switch request {
        case .back(let id), .dismiss(let id), .remove(let id): window.layout.context(of: id)?.core ?? window
        default: window
        }
    }

    func replacing(_ payload: Any) -> (any OwnerMessage)? {
        (payload as? Navigator.Request).map { RequestMessage($0, to: window, roots: roots) }
    }

    /// Notifies the hosts: they may have to put back what they have moved already. At the end of a change they are notified
    /// anyway.
    func drop(because reason: (any Error)?) { if !window.isChanging { window.notifyObservers(always: true) } }

    func perform(scope: Int32) -> TurnOutcome {
        do { try window.perform(request, roots: roots, scope: scope) } catch { window.engine.fail(scope, error) }
        window.notifyObservers(always: true)
        return .done
    }
}

extension Message {
    /// The window of the scene whose store the message is for or comes from, or the window of a request; `nil` if there is
    /// none.
    public var navigator: Navigator? {
        ((content.subject as? StoreCore)?.scene?.runtime ?? content.subject as? SceneRuntime)?.navigator
    }
}

extension StoreCore {
    /// The scene that the store belongs to, or did.
    var scene: SceneContext? { owner as? SceneContext }
}
