public import Millrace

/// A request to a navigator.
final class RequestMessage: OwnerMessage {
    private let request: Navigator.Request
    private let window: SceneRuntime
    /// The possible roots of a tree to restore.
    private let roots: [any Module]

    init(_ request: Navigator.Request, to window: SceneRuntime, roots: [any Module] = []) {
        (self.request, self.window, self.roots) = (request, window, roots)
    }

    var kind: Message.Kind { .request }
    var payload: Any { request }
    /// The store of the request's scene; the window if the request has no scene or its scene was removed.
    var subject: AnyObject? { request.scene.flatMap { window.layout.context(of: $0) }?.core ?? window }

    func replacing(_ payload: Any) -> (any OwnerMessage)? {
        (payload as? Navigator.Request).map { RequestMessage($0, to: window, roots: roots) }
    }

    /// Notifies the hosts, because a host may have to undo a movement on the screen. If there are pending changes, the hosts
    /// will be notified with these.
    func drop(because reason: (any Error)?) { if !window.isChanging { window.notifyObservers(always: true) } }

    func perform(scope: Int32) -> Message.Outcome {
        do { try window.perform(request, roots: roots, scope: scope) } catch {
            window.engine.effects.fail(scope, error)
        }
        window.notifyObservers(always: true)
        return .done
    }
}

extension Message {
    /// For a request, its navigator. For other messages, the navigator of the scene whose store sends or receives the message.
    /// `nil` if there is none.
    public var navigator: Navigator? {
        ((content.subject as? StoreCore)?.scene?.runtime ?? content.subject as? SceneRuntime)?.navigator
    }
}

extension StoreCore {
    /// The scene that the store belongs to, or belonged to before the scene was removed; `nil` if there is none.
    var scene: SceneContext? { owner as? SceneContext }
}
