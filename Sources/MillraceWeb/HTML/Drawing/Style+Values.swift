extension Style {
    /// A length or a distance in CSS.
    public struct Length: Hashable, Sendable {
        let css: String?

        /// A number of CSS pixels.
        public static func px(_ number: Double) -> Length { Length(number, "px") }

        /// A part of the surrounding element's size.
        public static func percent(_ number: Double) -> Length { Length(number, "%") }

        /// A multiple of the element's font size.
        public static func em(_ number: Double) -> Length { Length(number, "em") }

        /// A multiple of the page's font size.
        public static func rem(_ number: Double) -> Length { Length(number, "rem") }

        /// A part of the window's width, in percent.
        public static func viewportWidth(_ number: Double) -> Length { Length(number, "vw") }

        /// A part of the window's height, in percent.
        public static func viewportHeight(_ number: Double) -> Length { Length(number, "vh") }

        /// The length that the browser computes.
        public static let auto = Length(css: "auto")

        private init(css: String) { self.css = css }

        private init(_ number: Double, _ unit: String) { css = number.cssText.map { $0 + unit } }
    }

    /// A color with 256 levels of red, green, blue and opacity.
    public struct Color: Hashable, Sendable, LosslessStringConvertible {
        /// The level of red.
        public var red: UInt8
        /// The level of green.
        public var green: UInt8
        /// The level of blue.
        public var blue: UInt8
        /// The level of the opacity. 255 is opaque.
        public var alpha: UInt8

        /// Creates a color. Defaults to an opaque one.
        public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
            (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
        }

        /// Creates a color from its hexadecimal form: `"#3366cc"`, or `"#3366cc80"` with an opacity.
        ///
        /// Returns `nil` if the text has another form.
        public init?(_ description: String) {
            let digits = description.utf8.dropFirst()
            guard description.utf8.first == UInt8(ascii: "#"), digits.count == 6 || digits.count == 8,
                digits.first != UInt8(ascii: "+"), digits.first != UInt8(ascii: "-"),
                let number = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
            else { return nil }
            let all = digits.count == 6 ? number << 8 | 255 : number
            self.init(
                red: UInt8(all >> 24), green: UInt8(all >> 16 & 255), blue: UInt8(all >> 8 & 255),
                alpha: UInt8(all & 255))
        }

        /// Black.
        public static let black = Color(red: 0, green: 0, blue: 0)
        /// White.
        public static let white = Color(red: 255, green: 255, blue: 255)
        /// No color: the background is visible.
        public static let transparent = Color(red: 0, green: 0, blue: 0, alpha: 0)

        /// The hexadecimal form: `"#3366cc"`, or `"#3366cc80"` if the color is not opaque.
        public var description: String {
            let levels = alpha == 255 ? [red, green, blue] : [red, green, blue, alpha]
            return "#" + levels.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        }
    }

    /// A step of a transformation.
    public struct Transform: Hashable, Sendable {
        let css: String?
        let svg: String

        /// Moves the element: in CSS pixels, or in the units of a drawing.
        public static func translate(x: Double, y: Double) -> Transform { Transform("translate", [x, y], unit: "px") }

        /// Rotates the element clockwise by a number of degrees.
        public static func rotate(_ degrees: Double) -> Transform { Transform("rotate", [degrees], unit: "deg") }

        /// Scales the element.
        public static func scale(_ factor: Double) -> Transform { Transform("scale", [factor], unit: "") }

        private init(_ name: String, _ numbers: [Double], unit: String) {
            let texts = numbers.compactMap(\.cssText)
            let isFinite = texts.count == numbers.count
            css = isFinite ? "\(name)(\(texts.map { $0 + unit }.joined(separator: ",")))" : nil
            svg = isFinite ? "\(name)(\(texts.joined(separator: " ")))" : ""
        }
    }
}

extension Style.Color: Codable {
    /// Decodes the hexadecimal form.
    public init(from decoder: any Decoder) throws { self = try .init(textFrom: decoder) }

    /// Encodes the hexadecimal form.
    public func encode(to encoder: any Encoder) throws { try encodeText(to: encoder) }
}
