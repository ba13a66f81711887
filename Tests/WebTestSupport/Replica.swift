#if DEBUG
    @testable import MillraceJournal
    @testable import MillraceWeb

    /// The page that a browser shows: it applies frames like the script, in a simple way.
    final class Replica {
        final class Node {
            var tag: String?
            var text = ""
            var attributes: [String: String] = [:]
            var children: [Node] = []

            var outline: String {
                guard let tag else { return "“\(text)”" }
                let list = attributes.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
                return "<\(tag)\(list)>[\(children.map(\.outline).joined(separator: " "))]"
            }
        }

        struct Mismatch: Error, CustomStringConvertible { let description: String }

        private(set) var root = Node()
        private(set) var sequence: Int
        private(set) var acknowledgements: [String] = []
        private(set) var title = ""
        private(set) var location: String?
        private(set) var session: String?
        /// The number of received bytes.
        private(set) var bytes = 0
        /// The operations that were applied, in order.
        private(set) var operations: [MillraceJournal.JSON] = []
        private var templates: [String: MillraceJournal.JSON] = [:]

        /// Creates a browser without a page.
        init(sequence: Int = 0) { self.sequence = sequence }

        /// A description of the page, for comparisons.
        var outline: String { root.children.map(\.outline).joined(separator: " ") }

        /// Applies a frame.
        func apply(_ frame: String) throws {
            bytes += frame.utf8.count
            let json = try JSONReader.read(Array(frame.utf8)[...])
            session = json["s"]?.text ?? session
            if case .object(let members)? = json["t"] {
                for member in members { templates[member.name] = member.value }
            }
            acknowledgements += json["k"]?.elements?.map(\.description) ?? []
            title = json["title"]?.text ?? title
            location = json["l"]?.description ?? location
            let number = json["q"]?.integer.map(Int.init)
            if let nodes = json["full"]?.elements {
                root.children = try nodes.map(build)
            } else if let number {
                if number <= sequence { return }
                if number != sequence + 1 { throw Mismatch(description: "a gap: \(number) after \(sequence)") }
            }
            for operation in json["o"]?.elements ?? [] { try perform(operation) }
            sequence = number ?? sequence
        }

        /// Simulates input into a field, which the browser shows at once.
        func type(_ value: String, into reference: String) {
            func find(_ node: Node) -> Node? {
                if node.attributes["name"] == "f\(reference)" { return node }
                return node.children.lazy.compactMap(find).first
            }
            // Some tests send values that are not valid JSON strings.
            switch try? JSONReader.read(Array(value.utf8)[...]) {
            case .string(let text): find(root)?.attributes["value"] = text
            case .bool(let isOn): find(root)?.attributes["checked"] = isOn ? "" : nil
            default: break
            }
        }

        // MARK: Nodes

        private func build(_ json: MillraceJournal.JSON) throws -> Node {
            if let text = json.text { return make(text: text) }
            guard let parts = json.elements, let first = parts.first else {
                throw Mismatch(description: "no node: \(json)")
            }
            var hole = 0
            if let number = first.integer {
                guard let template = templates["\(number)"] else {
                    throw Mismatch(description: "no template \(number)")
                }
                var values: [Int: MillraceJournal.JSON] = [:]
                let list = parts[1].elements ?? []
                for index in stride(from: 0, to: list.count, by: 2) {
                    values[Int(list[index].integer ?? 0)] = list[index + 1]
                }
                return try fill(template, &hole, values)
            }
            return try fill(json, &hole, [:])
        }

        private func make(text: String) -> Node {
            let node = Node()
            node.text = text
            return node
        }

        private func fill(_ json: MillraceJournal.JSON, _ hole: inout Int, _ values: [Int: MillraceJournal.JSON]) throws
            -> Node
        {
            defer { hole += json.text == nil ? 0 : 1 }
            if let text = json.text { return make(text: values[hole]?.text ?? text) }
            guard let parts = json.elements, let tag = parts[0].text, case .object(let attributes) = parts[1] else {
                return try build(json)
            }
            let node = Node()
            node.tag = tag
            for attribute in attributes {
                node.attributes[attribute.name] = values[hole]?.text ?? attribute.value.text
                hole += 1
            }
            for part in parts[2...] {
                if part["s"] != nil {
                    node.children += try (values[hole]?.elements ?? []).map(build)
                    hole += 1
                } else {
                    node.children.append(try fill(part, &hole, values))
                }
            }
            return node
        }

        // MARK: Operations

        private func perform(_ operation: MillraceJournal.JSON) throws {
            operations.append(operation)
            guard let parts = operation.elements, let kind = parts[0].text else {
                throw Mismatch(description: "\(operation)")
            }
            var node = root
            for step in parts[1].elements ?? [] {
                let index = Int(step.integer ?? 0)
                guard node.children.indices.contains(index) else {
                    throw Mismatch(description: "nowhere: \(operation)")
                }
                node = node.children[index]
            }
            switch (kind, parts[2]) {
            case ("a", .object(let attributes)):
                for attribute in attributes { node.attributes[attribute.name] = attribute.value.text }
            case ("x", let text): node.text = text.text ?? ""
            case ("v", .bool(let isOn)): node.attributes["checked"] = isOn ? "" : nil
            case ("v", let text): node.attributes["value"] = text.text
            case ("c", let steps):
                for step in steps.elements ?? [] { try rearrange(&node.children, step.elements ?? []) }
            default: throw Mismatch(description: "\(operation)")
            }
        }

        private func rearrange(_ children: inout [Node], _ step: [MillraceJournal.JSON]) throws {
            let place = Int(step[1].integer ?? 0)
            switch (step[0].text, step[2]) {
            case ("-", .number(let count)): children.removeSubrange(place..<(place + Int(count)!))
            case ("+", .array(let nodes)): children.insert(contentsOf: try nodes.map(build), at: place)
            case (">", .number(let target)): children.insert(children.remove(at: place), at: Int(target)!)
            default: throw Mismatch(description: "\(step)")
            }
        }
    }

    extension HTMLElement {
        /// A description of what a browser should show, for comparisons.
        var outline: String { outline(of: \.drawnAttributes) }

        /// A description with some of the attributes.
        func outline(of attributes: (HTMLElement) -> [HTMLAttribute]) -> String {
            let list = attributes(self).sorted { $0.name < $1.name }.map { " \($0.name)=\($0.value)" }.joined()
            let children = flatChildren.map { $0.element?.outline(of: attributes) ?? $0.outline }
            return "<\(tag.rawValue)\(list)>[\(children.joined(separator: " "))]"
        }
    }

    extension HTMLNode {
        /// A description of what a browser should show, for comparisons.
        var outline: String {
            switch content {
            case .text(let text): "“\(text)”"
            case .element(let element): element.outline
            case .rows(let rows): rows.flatNodes.map(\.outline).joined(separator: " ")
            }
        }
    }
#endif
