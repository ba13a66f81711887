#if SQLite || App
    public import Millrace

    /// A child whose work is stored, see ``DurableParent``.
    ///
    /// Its path and its function are those with which the parent's reducer maps the flow of the child.
    public struct DurableChild<Parent: Reducer> {
        let name: String
        let path: AnyKeyPath
        let makeCoding: (DurableTypes) -> ReducerCoding
        /// Encodes the key of a child in a collection.
        let encodeKey: (AnyHashable) throws -> String
        /// Maps a flow of the child with an encoded key.
        let map: (FlowNode, String) throws -> FlowNode

        /// A child that is always there.
        ///
        /// - Parameters:
        ///   - name: The name of the child in the storage. It stays the same when the property gets another name.
        ///   - type: The reducer of the child.
        ///   - path: The state of the child.
        ///   - action: Returns the action of the parent.
        public static func child<Child: Reducer>(
            _ name: String, _ type: Child.Type, at path: KeyPath<Parent.State, Child.State>,
            _ action: @escaping (Child.Action) -> Parent.Action
        ) -> DurableChild { single(name, type, path, .always(path), action) }

        /// A child that may be removed.
        ///
        /// - Parameters:
        ///   - name: The name of the child in the storage.
        ///   - type: The reducer of the child.
        ///   - path: The state of the child.
        ///   - action: Returns the action of the parent.
        public static func child<Child: Reducer>(
            _ name: String, _ type: Child.Type, at path: KeyPath<Parent.State, Child.State?>,
            _ action: @escaping (Child.Action) -> Parent.Action
        ) -> DurableChild { single(name, type, path, .sometimes(path), action) }

        private static func single<Child: Reducer>(
            _ name: String, _ type: Child.Type, _ path: AnyKeyPath, _ childPath: ChildPath,
            _ action: @escaping (Child.Action) -> Parent.Action
        ) -> DurableChild {
            DurableChild(
                name: name, path: path, makeCoding: { ReducerCoding(type, $0) }, encodeKey: { _ in "" },
                map: { flow, _ in .mapped(ActionMapping<Child, Parent>(flow, action, nil, nil, childPath)) })
        }

        /// The children in a collection.
        ///
        /// - Parameters:
        ///   - name: The name of the collection in the storage.
        ///   - type: The reducer of each child.
        ///   - path: The states of the children.
        ///   - action: Returns the action of the parent for a key and an action of the child.
        public static func elements<Child: Reducer, Children: ChildCollection>(
            _ name: String, _ type: Child.Type, at path: KeyPath<Parent.State, Children>,
            _ action: @escaping (Children.ChildID, Child.Action) -> Parent.Action
        ) -> DurableChild where Children.ChildState == Child.State, Children.ChildID: Codable {
            typealias Mapping = KeyedMapping<Children.ChildID, Child, Parent>
            return DurableChild(
                name: name, path: path, makeCoding: { ReducerCoding(type, $0) },
                encodeKey: { key in
                    guard let key = key.base as? Children.ChildID else { throw ReducerCoding.OtherKey(name: name) }
                    return try JSONCoding.text(key)
                },
                map: { flow, key in
                    let id: Children.ChildID = try JSONCoding.decode(Array(key.utf8))
                    return .mapped(Mapping(flow, action, nil, nil, .keyed(path, as: Mapping.self), id))
                })
        }
    }
#endif
