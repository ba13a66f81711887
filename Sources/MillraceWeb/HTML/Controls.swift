import Millrace

/// Creates a button that sends `action` to the scene's store when it is pressed.
///
/// The action never leaves the server: the browser receives an opaque reference to it. If the button changes before the
/// press arrives, the press still sends the action that the user saw. The button has the attribute `data-pending` until
/// the server has handled the press.
public func button<Action>(_ label: some StringProtocol, send action: Action) -> HTML<Action> {
    HTML(makeButton(.press(action), String(label).nodes))
}

/// Creates a button that sends `action` to the scene's store when it is pressed. Its label consists of elements.
public func button<Action>(
    send action: Action, @HTMLBuilder<Action> label: () -> HTML<Action>
) -> HTML<Action> { HTML(makeButton(.press(action), label().nodes)) }

/// Creates a button that dismisses the scene: it goes back from a pushed page, or closes the sheet.
///
/// The button sends a request to the navigator, so the module may refuse it. If a view has no such button and its scene
/// can be dismissed, the page adds one at the top.
public func dismissButton<Action>(_ label: some StringProtocol) -> HTML<Action> {
    dismissButton { String(label) }
}

/// Creates a button that dismisses the scene. Its label consists of elements.
public func dismissButton<Action>(@HTMLBuilder<Action> label: () -> HTML<Action>) -> HTML<Action> {
    HTML(makeButton(.dismiss(), label().nodes).with("class", "m-dismiss"))
}

/// Creates a link that sends `action`. Without JavaScript, or when opened in another tab, it opens `path`: a URL of the pages, which
/// is below their mount path.
public func link<Action>(
    to path: String, send action: Action, @HTMLBuilder<Action> label: () -> HTML<Action>
) -> HTML<Action> {
    let element = HTMLElement(.a, [HTMLAttribute("href", SafeURL.sanitize(mounted(path)))], label().nodes)
    element.control = .press(action)
    return HTML(element)
}

/// Creates a link that sends `action`. Without JavaScript, or when opened in another tab, it opens `url`.
public func link<Action>(
    to url: some WebURL, send action: Action, @HTMLBuilder<Action> label: () -> HTML<Action>
) -> HTML<Action> { link(to: "/\(url.path)", send: action, label: label) }

/// Creates a link to a path of the host, or to a URL with the scheme `http`, `https` or `mailto`. Any other URL is replaced by `#`.
///
/// The path is not changed, so it can be that of another route. For a URL of the pages, pass a ``WebURL``.
public func link<Action>(to url: String, @HTMLBuilder<Action> label: () -> HTML<Action>) -> HTML<Action> {
    HTML(HTMLElement(.a, [HTMLAttribute("href", SafeURL.sanitize(url))], label().nodes))
}

/// Creates a link to a URL of the pages, below their mount path.
public func link<Action>(to url: some WebURL, @HTMLBuilder<Action> label: () -> HTML<Action>) -> HTML<Action> {
    link(to: mounted("/\(url.path)"), label: label)
}

/// Creates an image. It must be a file of this server, because the content security policy blocks others.
///
/// - Parameters:
///   - source: The URL of the image.
///   - description: A text for users who cannot see the image. Empty if the image adds no information.
public func image<Action>(_ source: String, description: some StringProtocol) -> HTML<Action> {
    HTML(
        HTMLElement(.img, [HTMLAttribute("src", SafeURL.sanitize(source)), HTMLAttribute("alt", String(description))]))
}

/// Creates a progress bar. Without a value, the progress is indeterminate.
public func progress<Action>(_ value: Double? = nil, of total: Double = 1, label: String) -> HTML<Action> {
    let element = HTMLElement(.progress, [HTMLAttribute("max", "\(total)"), HTMLAttribute("aria-label", label)])
    element["value"] = value.map { "\($0)" }
    return HTML(element)
}

/// Shows embedded scenes at this position. `place` is the name of the region in the module's routes.
///
/// Use each name once in a view. The region is empty while no scene is embedded.
public func region<Action>(_ place: String) -> HTML<Action> {
    let element = HTMLElement(.div, [HTMLAttribute("class", "m-region"), HTMLAttribute("data-place", place)])
    element.region = place
    return HTML(element)
}

/// Creates the content of each item and identifies it by `id`. An item with a new position is moved in the page, and
/// keeps the focus. This is the `ForEach` of SwiftUI.
@inlinable public func each<Items: Sequence, ID: Hashable, Action>(
    _ items: Items, id: (Items.Element) -> ID, @HTMLBuilder<Action> content: (Items.Element) -> HTML<Action>
) -> HTML<Action> {
    var nodes: [HTMLNode] = []
    for item in items {
        if HTMLBudget.isExceeded { break }
        nodes += content(item).key(id(item)).nodes
    }
    return HTML(nodes)
}

/// Creates the content of each item and identifies it by its `id`. An item with a new position is moved in the page,
/// and keeps the focus. This is the `ForEach` of SwiftUI.
@inlinable public func each<Items: Sequence, Action>(
    _ items: Items, @HTMLBuilder<Action> content: (Items.Element) -> HTML<Action>
) -> HTML<Action> where Items.Element: Identifiable { each(items, id: { $0.id }, content: content) }

private func makeButton(_ control: HTMLControl, _ label: [HTMLNode]) -> HTMLElement {
    let element = HTMLElement(.button, [HTMLAttribute("type", "submit")], label)
    element.control = control
    return element
}

extension HTMLElement {
    func with(_ name: String, _ value: String?) -> HTMLElement {
        self[name] = value
        return self
    }
}

/// Replaces URLs that could run a script or that contain data.
/// Returns the path of a URL of the pages on the host.
private func mounted(_ path: String) -> String {
    path.hasPrefix("/") && !path.hasPrefix("//") ? (HTMLBudget.current?.mountPath ?? "") + path : path
}

enum SafeURL {
    static func sanitize(_ url: String) -> String {
        // A browser ignores control characters and spaces. It reads a scheme before the first colon, unless a slash,
        // `?` or `#` precedes it.
        let plain = url.unicodeScalars.filter { $0.value > 0x20 && $0.value != 0x7F }
        let head = plain.prefix { !"/?#".unicodeScalars.contains($0) }
        guard let colon = head.firstIndex(of: ":") else { return url }
        let scheme = String(String.UnicodeScalarView(head[..<colon])).lowercased()
        return ["http", "https", "mailto"].contains(scheme) ? url : "#"
    }
}
