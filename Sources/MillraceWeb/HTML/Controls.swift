import Millrace

/// A button that sends `action` to the scene's store when it is pressed.
///
/// The action stays here: the browser gets an opaque reference, which means this action and no other, also when the page has
/// changed by the time it comes. Until it is taken the button bears `data-pending`.
public func button<Action>(_ label: some StringProtocol, send action: Action) -> HTML<Action> {
    button(send: action) { String(label) }
}

/// A button that sends `action` to the scene's store when it is pressed, with a label of elements.
public func button<Action>(
    send action: Action, @HTMLBuilder<Action> label: () -> HTML<Action>
) -> HTML<Action> { HTML(makeButton(.press(action), label().nodes)) }

/// A button by which the person leaves the scene: back from a page that was pushed, else out of the sheet that it stands in.
///
/// It asks the navigator as any host does, so the module may object. A view that has none in it gets one from the host, at its
/// beginning, where there is something to leave.
public func dismissButton<Action>(_ label: some StringProtocol) -> HTML<Action> {
    dismissButton { String(label) }
}

/// A button by which the person leaves the scene, with a label of elements.
public func dismissButton<Action>(@HTMLBuilder<Action> label: () -> HTML<Action>) -> HTML<Action> {
    HTML(makeButton(.dismiss(), label().nodes).with("class", "m-dismiss"))
}

/// A link that sends `action`; without the script, and in another tab, it opens the url `path`.
public func link<Action>(
    to path: String, send action: Action, @HTMLBuilder<Action> label: () -> HTML<Action>
) -> HTML<Action> {
    let element = HTMLElement(.a, [HTMLAttribute("href", SafeURL.sanitize(path))], label().nodes)
    element.control = .press(action)
    return HTML(element)
}

/// A link to elsewhere: a path, or an url of http, https or mailto. Of any other it makes a link to nowhere.
public func link<Action>(to url: String, @HTMLBuilder<Action> label: () -> HTML<Action>) -> HTML<Action> {
    HTML(HTMLElement(.a, [HTMLAttribute("href", SafeURL.sanitize(url))], label().nodes))
}

/// A picture: one of the application's files, or, if the content security policy allows it, another's.
///
/// - Parameters:
///   - source: its url.
///   - description: what is to be seen on it, for who does not; empty if that is said beside it.
public func image<Action>(_ source: String, description: some StringProtocol) -> HTML<Action> {
    HTML(
        HTMLElement(.img, [HTMLAttribute("src", SafeURL.sanitize(source)), HTMLAttribute("alt", String(description))]))
}

/// How far something is; without a value, that something goes on.
public func progress<Action>(_ value: Double? = nil, of total: Double = 1, label: String) -> HTML<Action> {
    let element = HTMLElement(.progress, [HTMLAttribute("max", "\(total)"), HTMLAttribute("aria-label", label)])
    element["value"] = value.map { "\($0)" }
    return HTML(element)
}

/// The place of the scene's at which others are embedded, by the name that its router uses.
///
/// One of a name; nothing is drawn there while nothing is embedded.
public func region<Action>(_ place: String) -> HTML<Action> {
    let element = HTMLElement(.div, [HTMLAttribute("class", "m-region"), HTMLAttribute("data-place", place)])
    element.region = place
    return HTML(element)
}

/// What `content` makes of each item, known by its `id`: an item that moves is moved in the page, and keeps the focus.
public func each<Items: Sequence, ID: Hashable, Action>(
    _ items: Items, id: (Items.Element) -> ID, @HTMLBuilder<Action> content: (Items.Element) -> HTML<Action>
) -> HTML<Action> {
    HTML(items.flatMap { item in content(item).key(id(item)).nodes })
}

/// What `content` makes of each item, known by its `id`: an item that moves is moved in the page, and keeps the focus.
public func each<Items: Sequence, Action>(
    _ items: Items, @HTMLBuilder<Action> content: (Items.Element) -> HTML<Action>
) -> HTML<Action> where Items.Element: Identifiable { each(items, id: \.id, content: content) }

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

/// Addresses that lead somewhere and do nothing else.
enum SafeURL {
    static func sanitize(_ url: String) -> String {
        // A browser takes out what is below the space, and reads a scheme before the first colon that no slash precedes.
        let plain = url.unicodeScalars.filter { $0.value > 0x20 && $0.value != 0x7F }
        let head = plain.prefix { !"/?#".unicodeScalars.contains($0) }
        guard let colon = head.firstIndex(of: ":") else { return url }
        let scheme = String(String.UnicodeScalarView(head[..<colon])).lowercased()
        return ["http", "https", "mailto"].contains(scheme) ? url : "#"
    }
}
