/// The file `Page.swift` of a package, which lists the pages that can be opened. New pages are added above marked lines.
struct PageList {
    private(set) var text: String

    init(_ text: String) { self.text = text }

    /// Adds a module.
    ///
    /// - Throws: ``ToolError`` if a marked line is missing, or the page exists.
    ///
    /// - Parameter parameters: The parameters of the initializer of the module.
    mutating func add(_ request: ModuleRequest, _ parameters: [ShownModule.Parameter]) throws(ToolError) {
        let page = request.page
        let starts = ["case \(page.name)", "case \(page.name)("]
        guard
            !text.split(separator: "\n").contains(where: { $0.trimmed == starts[0] || $0.trimmed.hasPrefix(starts[1]) })
        else {
            throw ToolError("The package has a page \(Identifier.quoted(page.name)) already.")
        }
        let url = Identifier.urlName(of: request.name)
        try insert(["case \(page.source)"], above: "cases")
        if request.requirement.isEmpty { try insert([".\(page.name),"], above: "menu") }
        try insert(["case .\(page.name): \"\(Identifier.label(of: request.name))\""], above: "titles")
        let path = ([url] + request.requirement.map(Self.part)).joined(separator: "/")
        try insert(["case .\(page.pattern): \"\(path)\""], above: "paths")
        try insert(names(url, request), above: "names")
        let creation = ShownModule.creation(of: request.name, parameters, \.name)
        let route = ShownModule.route(to: creation, with: request.requirement, of: request.name) { $0.name }
        try insert(["case .\(page.pattern): \(route)"], above: "routes")
    }

    private func names(_ url: String, _ request: ModuleRequest) -> [String] {
        let page = request.page
        guard !request.requirement.isEmpty else { return ["case \"\(url)\": self = .\(page.name)"] }
        let reads = request.requirement.map { field in
            field.kind == .String
                ? "let \(field.name) = next()" : "let \(field.name) = next().flatMap(\(field.kind).init)"
        }
        return [
            "case \"\(url)\":", "    guard \(reads.joined(separator: ", ")) else { return nil }",
            "    self = .\(page.value(\.name))",
        ]
    }

    /// The part of a path with the value of a field.
    private static func part(_ field: Field) -> String {
        field.kind == .String ? "\\(\(field.name).urlPart)" : "\\(\(field.name))"
    }

    private mutating func insert(_ lines: [String], above mark: String) throws(ToolError) {
        var all = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard let index = all.firstIndex(where: { $0.trimmed == "// millrace: \(mark)" }) else {
            throw ToolError("The file Page.swift has no line “// millrace: \(mark)”, above which pages are added.")
        }
        let indentation = String(all[index].prefix { $0 == " " })
        all.insert(contentsOf: lines.map { indentation + $0 }, at: index)
        text = all.joined(separator: "\n")
    }
}
