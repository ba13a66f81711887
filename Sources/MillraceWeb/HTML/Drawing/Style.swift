import Millrace

/// A CSS declaration of one element, such as `.width(.percent(40))`.
///
/// ```swift
/// div { "40 %" }.style(.width(.percent(40)), .backgroundColor(.init(red: 51, green: 102, blue: 204)))
/// ```
/// Use it for what depends on the state, such as positions and sizes. What is the same on all pages belongs into a style
/// sheet, which can read a ``variable(_:_:)``. A declaration consists of numbers, colors and words of the program, so no
/// user's text can become CSS.
///
/// The content security policy forbids `style` attributes. Therefore the script sets the declarations, and a document
/// refers to a style sheet that contains those of its elements, for pages without JavaScript.
public struct Style: Hashable, Sendable {
    /// The name of the property.
    let name: String
    /// The value as CSS. `nil` if it contains a number that is not finite: the declaration is then omitted.
    let value: String?

    /// Creates a declaration of a property that has no function of its own.
    ///
    /// - Parameters:
    ///   - name: The property: lowercase letters, digits and hyphens. Any other name is a fault, and has no effect.
    ///   - value: Words and numbers, such as `"center"` or `"1fr 2fr"`. Quotes, braces, semicolons, backslashes and `url` are
    ///     faults, and the declaration has no effect.
    public static func property(_ name: StaticString, _ value: StaticString) -> Style {
        guard isName("\(name)"), isValue("\(value)") else {
            Fault.reportStyle("\(name)")
            return Style("", nil as String?)
        }
        return Style("\(name)", "\(value)")
    }

    /// Sets a variable for the style sheet: `variable("share", 0.4)` is `var(--share)` there.
    ///
    /// - Parameters:
    ///   - name: The name without `--`: lowercase letters, digits and hyphens. Any other name is a fault, and has no effect.
    ///   - value: The number.
    public static func variable(_ name: StaticString, _ value: Double) -> Style {
        guard isName("\(name)") else {
            Fault.reportStyle("--\(name)")
            return Style("", nil as String?)
        }
        return Style("--\(name)", value)
    }

    init(_ name: String, _ value: String?) { (self.name, self.value) = (name, value) }

    init(_ name: String, _ number: Double) { self.init(name, number.cssText) }

    init(_ name: String, _ length: Length) { self.init(name, length.css) }

    init(_ name: String, _ color: Color) { self.init(name, color.description) }

    static func isName(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { isNameByte($0) }
    }

    static func isValue(_ text: String) -> Bool {
        !text.isEmpty && !text.lowercased().contains("url")
            && text.utf8.allSatisfy { isNameByte($0) || (0x41...0x5A).contains($0) || " #%(),./+*_".utf8.contains($0) }
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "-")
    }
}

extension Double {
    /// The number without an exponent, which not every property accepts. `nil` if it is not finite.
    var cssText: String? {
        guard isFinite else { return nil }
        let bounded = Swift.min(Swift.max(self, -1e9), 1e9)
        return ((bounded * 10_000).rounded() / 10_000).plainText
    }
}

extension HTMLElement {
    /// The attribute that contains the declarations of an element.
    static let styleAttribute = "data-m-style"
}

extension HTML {
    /// Adds CSS declarations. A later declaration of the same property replaces an earlier one.
    public func style(_ declarations: Style...) -> HTML {
        changing { element in
            var all = element[HTMLElement.styleAttribute].map { $0.split(separator: ";").map(String.init) } ?? []
            for style in declarations {
                all.removeAll { $0.hasPrefix("\(style.name):") }
                if let value = style.value { all.append("\(style.name):\(value)") }
            }
            element[HTMLElement.styleAttribute] = all.isEmpty ? nil : all.joined(separator: ";")
        }
    }
}
