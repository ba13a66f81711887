#if SQLite || App
    import Millrace

    /// Encodes and decodes what a reducer requests: its actions, and the work of its children.
    final class ReducerCoding {
        let types: DurableTypes
        let actionType: ObjectIdentifier
        let actions: ActionCoding
        private let children: [Child]

        /// A child whose work is stored, without the type of its parent.
        final class Child {
            let name: String
            let path: AnyKeyPath
            let encodeKey: (AnyHashable) throws -> String
            let map: (FlowNode, String) throws -> FlowNode
            /// Made when it is needed, because a reducer can be its own child.
            private(set) lazy var coding = makeCoding()
            private let makeCoding: () -> ReducerCoding

            init<Parent: Reducer>(_ child: DurableChild<Parent>, _ types: DurableTypes) {
                (name, path, encodeKey, map) = (child.name, child.path, child.encodeKey, child.map)
                makeCoding = { child.makeCoding(types) }
            }
        }

        /// The key of a child has another type than the collection.
        struct OtherKey: Error, CustomStringConvertible {
            let name: String
            var description: String { "The key is not one of the children \(name)." }
        }

        init<R: Reducer>(_ type: R.Type, _ types: DurableTypes) {
            func children<Parent: DurableParent>(of type: Parent.Type) -> [Child] {
                type.durableChildren.map { Child($0, types) }
            }
            (self.types, actionType, actions) = (types, ObjectIdentifier(R.Action.self), ActionCoding(R.Action.self))
            self.children = (type as? any DurableParent.Type).map { children(of: $0) } ?? []
        }

        /// The name of a child whose name or path another child has; `nil` if there is none.
        var repeatedChild: String? {
            children.indices.first { index in
                children[..<index].contains { $0.name == children[index].name || $0.path == children[index].path }
            }.map { children[$0].name }
        }

        /// Returns the child whose flows a node maps; `nil` if its work is not stored.
        func child(of mapping: MappedFlow) -> Child? {
            guard let path = mapping.path?.keyPath else { return nil }
            return children.first { $0.path == path }
        }

        func child(named name: String) -> Child? { children.first { $0.name == name } }

        /// The children that lead to the one with these mappings, the outermost first, with their keys; `nil` if one of them is not
        /// stored.
        func place(of context: MapContext?) -> [(child: Child, key: AnyHashable?)]? {
            guard let context else { return [] }
            guard var place = self.place(of: context.outer) else { return nil }
            guard let child = (place.last?.child.coding ?? self).child(of: context.mapping) else { return nil }
            place.append((child, context.mapping.key))
            return place
        }
    }

    extension [(child: ReducerCoding.Child, key: AnyHashable?)] {
        /// Encodes a flow of the innermost child as one of the store.
        func record(of flow: FlowRecord) throws -> FlowRecord {
            try reversed().reduce(flow) { flow, level in
                .child(
                    ChildRecord(
                        name: level.child.name, key: try level.key.map { try level.child.encodeKey($0) } ?? "",
                        flow: flow))
            }
        }
    }
#endif
