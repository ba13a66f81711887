extension RenderedView: CustomStringConvertible {
    /// The HTML with one element in each line, for snapshots. Equal views have equal texts, in each run of a program.
    public var description: String {
        var lines: [String] = []
        for node in nodes { node.appendLines(to: &lines, indentation: "") }
        return lines.joined(separator: "\n")
    }
}

extension HTMLNode {
    /// Appends the lines of a node. An element that contains only texts has one line, and so has one whose white space
    /// matters.
    fileprivate func appendLines(to lines: inout [String], indentation: String) {
        var writer = HTMLWriter()
        guard let element, !element.isField, element.tag != .pre,
            element.children.contains(where: { $0.element != nil })
        else {
            writer.write(self)
            return lines.append(indentation + writer.source)
        }
        writer.begin(element)
        lines.append(indentation + writer.source)
        for child in element.children { child.appendLines(to: &lines, indentation: indentation + "  ") }
        lines.append("\(indentation)</\(element.tag.rawValue)>")
    }
}
