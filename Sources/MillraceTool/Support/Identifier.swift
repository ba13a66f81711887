/// Checks the names that a user gives to packages, modules, fields and cases.
package enum Identifier {
    /// Returns the words of a package's name, each with a capital letter, as one word.
    ///
    /// - Throws: ``ToolError`` if the name cannot be the name of a package, a folder and a program.
    package static func package(_ name: String) throws(ToolError) -> String {
        guard isShort(name), name.first.map(isLetter) == true, name.last != "-", !name.contains("--"),
            name.allSatisfy({ isLetter($0) || isDigit($0) || $0 == "-" })
        else {
            throw ToolError(
                "\(quoted(name)) cannot name a package: use at most 60 letters, digits and hyphens, beginning with a "
                    + "letter, such as todo-list.")
        }
        let isTaken = keywords.contains(name.lowercased()) || reservedPackages.contains(name.lowercased())
        guard !isTaken else {
            throw ToolError("\(quoted(name)) cannot name a package, because Swift or Millrace uses this name.")
        }
        return name.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }

    /// Checks the name of a module, which is the name of a type and of files.
    package static func type(_ name: String) throws(ToolError) {
        guard isIdentifier(name), name.first?.isUppercase == true else {
            throw ToolError(
                "\(quoted(name)) cannot name a module: use at most 60 letters and digits, beginning with a capital "
                    + "letter, such as Settings.")
        }
        guard !keywords.contains(name), !keywords.contains(memberName(of: name)), !reservedTypes.contains(name) else {
            throw ToolError("\(quoted(name)) cannot name a module, because Swift or Millrace uses this name.")
        }
    }

    /// Checks the name of a field or a case.
    static func member(_ name: String) throws(ToolError) {
        guard isIdentifier(name), name.first?.isLowercase == true else {
            throw ToolError(
                "\(quoted(name)) cannot name a field or a case: use at most 60 letters and digits, beginning with a "
                    + "small letter, such as id.")
        }
        guard !keywords.contains(name), !reservedMembers.contains(name) else {
            throw ToolError("\(quoted(name)) cannot name a field or a case, because Swift or Millrace uses this name.")
        }
    }

    /// The name of a type with a small first letter: `userProfile` of `UserProfile`.
    static func memberName(of type: String) -> String { type.prefix(1).lowercased() + type.dropFirst() }

    /// The name of a type as words with hyphens: `user-profile` of `UserProfile`.
    static func urlName(of type: String) -> String { words(of: type).joined(separator: "-").lowercased() }

    /// The name of a type or a case as a label: `User profile` of `UserProfile`.
    static func label(of name: String) -> String {
        let text = words(of: name).joined(separator: " ").lowercased()
        return text.prefix(1).uppercased() + text.dropFirst()
    }

    /// The name as a user sees it, without line breaks and at most 60 characters.
    package static func quoted(_ name: String) -> String {
        let line = String(name.map { $0.isNewline ? " " : $0 })
        return "“\(line.count > 60 ? line.prefix(60) + "…" : line[...])”"
    }

    private static func words(of name: String) -> [String] {
        name.reduce(into: []) { words, character in
            if words.isEmpty || character.isUppercase { words.append("") }
            words[words.count - 1].append(character)
        }
    }

    private static func isIdentifier(_ name: String) -> Bool {
        isShort(name) && name.first.map(isLetter) == true && name.allSatisfy { isLetter($0) || isDigit($0) }
    }

    private static func isShort(_ name: String) -> Bool { (1...60).contains(name.count) }
    private static func isLetter(_ character: Character) -> Bool { character.isASCII && character.isLetter }
    private static func isDigit(_ character: Character) -> Bool { character.isASCII && character.isNumber }
}

extension Identifier {
    private static let keywords = Set(
        """
        actor any as associatedtype async await borrowing break case catch class consuming continue default defer deinit do \
        else enum extension fallthrough false fileprivate for func guard if import in indirect init inout internal is \
        isolated lazy let macro mutating nil nonisolated open operator override package precedencegroup private protocol \
        public repeat required rethrows return self sending some static struct subscript super switch throw throws true try \
        typealias unowned var weak where while Any Self Type Protocol
        """.split(separator: " ").map(String.init))

    /// Names that would make two packages, modules or programs equal.
    private static let reservedPackages: Set<String> = [
        "foundation", "millrace", "swift", "testing", "xctest", "package", "core", "build", "test",
    ]

    /// Names of Swift and Millrace that generated code uses.
    private static let reservedTypes = Set(
        """
        Action ActiveCommands Array Bool Character Codable Command Dictionary Double Engine Equatable Error Event Fact Flow \
        Hashable History Home Input Int Message Middleware Module Navigator Never Optional Output Owner Page Receipt Reducer \
        Reply Requirement Route Sendable Set State Store String Suite Test TestStore Todo Transition Void WebModule WebPath \
        HTML Result Task
        """.split(separator: " ").map(String.init))

    /// Names of members that generated code declares.
    private static let reservedMembers: Set<String> = ["lastInput", "hashValue", "close", "go", "input", "output"]
}
