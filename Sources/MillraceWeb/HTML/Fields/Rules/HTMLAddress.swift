import Foundation

// The addresses that a browser accepts in a field for an e-mail address or a URL.

extension StringProtocol {
    /// Whether the text is a valid e-mail address in HTML. A browser sends the name of a domain in ASCII.
    var isEmailAddress: Bool {
        let parts = utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty else { return false }
        let isLocal = parts[0].allSatisfy { $0.isLetterOrDigit || ".!#$%&'*+/=?^_`{|}~-".utf8.contains($0) }
        return isLocal
            && parts[1].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy { label in
                let hyphen = UInt8(ascii: "-")
                return (1...63).contains(label.count) && label.first != hyphen && label.last != hyphen
                    && label.allSatisfy { $0.isLetterOrDigit || $0 == hyphen }
            }
    }

    /// Whether the text is an absolute URL, as the URL standard defines it.
    var isAbsoluteURL: Bool {
        // The standard ignores these characters.
        var rest = utf8.filter { $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }[...]
        let scheme = rest.prefix { $0 != UInt8(ascii: ":") }
        guard scheme.first?.isLetter == true, scheme.count < rest.count,
            scheme.allSatisfy({ $0.isLetterOrDigit || "+-.".utf8.contains($0) })
        else { return false }
        rest = rest.dropFirst(scheme.count + 1)
        let name = String(decoding: scheme, as: UTF8.self).lowercased()
        let isSpecial = ["http", "https", "ws", "wss", "ftp", "file"].contains(name)
        let isSlash = { (byte: UInt8) in byte == UInt8(ascii: "/") || isSpecial && byte == UInt8(ascii: "\\") }
        let slashes = rest.prefix(while: isSlash).count
        if slashes < 2, !isSpecial || name == "file" { return true }
        rest = rest.dropFirst(isSpecial && name != "file" ? slashes : 2)
        let authority = rest.prefix { !isSlash($0) && $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        if authority.isEmpty { return !isSpecial || name == "file" }
        return URLAuthority(authority, isSpecial: isSpecial).isValid
    }
}

/// The part of a URL with the user, the host and the port.
private struct URLAuthority {
    private let host: ArraySlice<UInt8>
    private let port: ArraySlice<UInt8>
    private let isSpecial: Bool

    init(_ authority: ArraySlice<UInt8>, isSpecial: Bool) {
        self.isSpecial = isSpecial
        let start = authority.lastIndex(of: UInt8(ascii: "@")).map { $0 + 1 } ?? authority.startIndex
        let address = authority[start...]
        let end = address.first == UInt8(ascii: "[") ? address.firstIndex(of: UInt8(ascii: "]")).map { $0 + 1 } : nil
        host = end.map { address[..<$0] } ?? address.prefix { $0 != UInt8(ascii: ":") }
        port = address[host.endIndex...]
    }

    var isValid: Bool {
        guard !host.isEmpty, isPort else { return false }
        if host.first == UInt8(ascii: "[") {
            return host.last == UInt8(ascii: "]") && isIPv6(host.dropFirst().dropLast())
        }
        guard isSpecial else {
            return host.allSatisfy { $0 > 0x20 && !"<>@[\\]^|".utf8.contains($0) || $0 < 0x20 && $0 != 0 }
        }
        guard let name = decoded else { return false }
        return name.allSatisfy { $0 > 0x20 && $0 != 0x7F && !"#/:<>?@[\\]^|%".utf8.contains($0) } && isIPv4OrName(name)
    }

    private var isPort: Bool {
        if port.isEmpty { return true }
        let digits = port.dropFirst()
        return port.first == UInt8(ascii: ":") && digits.allSatisfy(\.isDigit)
            && (digits.isEmpty || UInt16(String(decoding: digits, as: UTF8.self)) != nil)
    }

    /// The percent-decoded host. `nil` if it is malformed.
    private var decoded: [UInt8]? {
        let text = String(decoding: host, as: UTF8.self)
        return text.utf8.contains(UInt8(ascii: "%")) ? text.removingPercentEncoding.map { Array($0.utf8) } : Array(host)
    }

    /// Whether a host that ends in a number is an address of four numbers or less.
    private func isIPv4OrName(_ name: [UInt8]) -> Bool {
        var labels = name.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).map {
            String(decoding: $0, as: UTF8.self)
        }
        if labels.count > 1, labels.last == "" { labels.removeLast() }
        guard let last = labels.last, last.utf8.allSatisfy(\.isDigit) && !last.isEmpty || Self.number(last) != nil
        else { return true }
        let numbers = labels.compactMap(Self.number)
        guard numbers.count == labels.count, numbers.count <= 4 else { return false }
        return numbers.dropLast().allSatisfy { $0 < 256 } && numbers[numbers.count - 1] < 1 << (8 * (5 - numbers.count))
    }

    /// A decimal, hexadecimal (`0x`) or octal (`0`) number.
    private static func number(_ label: String) -> UInt64? {
        if label.lowercased() == "0x" { return 0 }
        let isHex = label.lowercased().hasPrefix("0x")
        let (digits, radix) =
            isHex ? (label.dropFirst(2), 16) : label.hasPrefix("0") ? (label[...], 8) : (label[...], 10)
        return digits.utf8.allSatisfy { $0.isLetterOrDigit } ? UInt64(digits, radix: radix) : nil
    }

    private func isIPv6(_ address: ArraySlice<UInt8>) -> Bool {
        var bytes = in6_addr()
        return inet_pton(AF_INET6, String(decoding: address, as: UTF8.self), &bytes) == 1
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { (0x30...0x39).contains(self) }
    fileprivate var isLetter: Bool { (0x41...0x5A).contains(self & 0xDF) }
    fileprivate var isLetterOrDigit: Bool { isDigit || isLetter }
}
