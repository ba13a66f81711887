/// Returns the name of a type, qualified by its enclosing types but not by its module: `"Cart.Action"`.
///
/// The name omits the `(unknown context at …)` part in the names of private and local types.
package func typeName(_ type: Any.Type) -> String {
    var (name, rest) = ("", Substring(String(reflecting: type)))
    var isPathStart = true
    while !rest.isEmpty {
        if rest.hasPrefix("(unknown context at ") {
            rest = rest.drop { $0 != ")" }.dropFirst(").".count)
            continue
        }
        let path = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
        if isPathStart, path.first != ".", let dot = path.firstIndex(of: ".") {
            name += path[path.index(after: dot)...]
        } else {
            name += path
        }
        rest = rest[path.endIndex...]
        isPathStart = !rest.hasPrefix("(unknown context at ")
        if isPathStart, let separator = rest.popFirst() { name.append(separator) }
    }
    return name
}
