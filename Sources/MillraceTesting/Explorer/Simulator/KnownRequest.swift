import Millrace

/// A known command request. It can be compared without the feature's types, because looking up their metadata costs
/// more than the comparison.
struct KnownRequest {
    /// An event of the command, and the store's action for it. The action is `nil` if the store reduces none.
    struct Response {
        let event: AnyBox
        let action: AnyBox?
    }

    /// The type of the command.
    let type: ObjectIdentifier
    private let command: AnyBox
    private let hasResponse: Bool
    private let responses: [Response]
    private let context: MapContext?

    init<C: Command>(_ command: C, _ hasResponse: Bool, _ responses: [Response], _ context: MapContext?) {
        (type, self.command, self.context) = (ObjectIdentifier(C.self), Box(command), context)
        (self.hasResponse, self.responses) = (hasResponse, responses)
    }

    /// Whether another request of the same feature has an equal command, and maps its events to equal actions.
    ///
    /// - Parameters:
    ///   - command: The address of the other command, which has the same type.
    ///   - areSameCommands: Compares two commands of this type.
    ///   - areSameActions: Compares two actions of the store.
    func isSame(
        as node: CommandNode, _ context: MapContext?, command: UnsafeRawPointer,
        _ areSameCommands: ComparisonByAddress, _ areSameActions: @escaping ComparisonByAddress
    ) -> Bool {
        guard node.hasResponse == hasResponse, areSameCommands(self.command.address, command),
            context === self.context || (context?.path ?? []) == (self.context?.path ?? [])
        else { return false }
        for response in responses {
            guard let own = response.action else { continue }
            var isSame = false
            let compare: Sink = { isSame = areSameActions(own.address, $0) }
            node.respond(to: response.event.address) { action in
                if let context { context.map(action, to: compare) } else { compare(action) }
            }
            if !isSame { return false }
        }
        return true
    }
}

/// An index of the known command requests.
struct KnownRequests: ~Copyable {
    /// A type of commands.
    private struct CommandType {
        /// Returns the hash of the command at an address.
        let hash: (UnsafeRawPointer) -> Int
        let areSame: ComparisonByAddress
    }

    private let areSameActions: ComparisonByAddress
    private var types: [CommandType] = []
    private var typeNumbers = NumberMap()
    /// The newest entry of each hash, and for each entry the previous one with the same hash. -1 if there is none.
    private var newest = NumberMap()
    private var previous: [Int32] = []

    init(areSameActions: @escaping ComparisonByAddress) { self.areSameActions = areSameActions }

    /// Returns the entry of a request.
    ///
    /// - Parameters:
    ///   - name: The number of the request's name.
    ///   - hasSameOptions: Whether an entry has the same options, which this method does not compare.
    ///   - make: Creates an entry. Called if there is none.
    mutating func entry(
        of node: CommandNode, _ context: MapContext?, name: Int32, in table: StableTable<AnyEntry>,
        hasSameOptions: (AnyEntry) -> Bool, make: () -> AnyEntry
    ) -> AnyEntry {
        let command = node.command
        let (typeNumber, type) = (number(of: command), ObjectIdentifier(Swift.type(of: command)))
        let (known, key) = withAddress(of: command) { address in
            let hash = UInt64(bitPattern: Int64(types[typeNumber].hash(address)))
            let key = mixed(hash ^ mixed(UInt64(typeNumber) << 32 | UInt64(name)))
            var number = newest.find(key)
            while number >= 0 {
                let entry = table[Int(number)]
                if let known = entry.command, known.type == type, entry.request.name == name,
                    known.isSame(as: node, context, command: address, types[typeNumber].areSame, areSameActions),
                    hasSameOptions(entry)
                {
                    return (entry as AnyEntry?, key)
                }
                number = previous[Int(number)]
            }
            return (nil, key)
        }
        if let known { return known }
        let entry = make()
        while previous.count <= entry.id { previous.append(-1) }
        previous[entry.id] = newest.find(key)
        newest.set(key, Int32(entry.id))
        return entry
    }

    private mutating func number(of command: any Command) -> Int {
        let type = type(of: command)
        let key = UInt64(UInt(bitPattern: ObjectIdentifier(type)))
        let known = typeNumbers.find(key)
        if known >= 0 { return Int(known) }
        func areSame<C: Command>(_ type: C.Type) -> ComparisonByAddress { comparing(C.self) }
        types.append(
            CommandType(hash: (command as? any Hashable).map { hashing($0) } ?? { _ in 0 }, areSame: areSame(type)))
        typeNumbers.set(key, Int32(types.count - 1))
        return types.count - 1
    }
}

/// Compares the values at two addresses.
typealias ComparisonByAddress = (UnsafeRawPointer, UnsafeRawPointer) -> Bool

/// Returns a function that compares values of a type as flows do. Values with equal bits are equal. The conformance to
/// `Equatable` is looked up only once.
func comparing<Value>(_ type: Value.Type) -> ComparisonByAddress {
    func compare<Same: Equatable>(as type: Same.Type) -> ComparisonByAddress {
        { areSame($0.assumingMemoryBound(to: Same.self).pointee, $1.assumingMemoryBound(to: Same.self).pointee) }
    }
    let size = MemoryLayout<Value>.size
    let areSameValues =
        (type as? any Equatable.Type).map { compare(as: $0) }
        ?? { areSame($0.assumingMemoryBound(to: Value.self).pointee, $1.assumingMemoryBound(to: Value.self).pointee) }
    return { haveSameBits($0, $1, size) || areSameValues($0, $1) }
}

private func haveSameBits(_ one: UnsafeRawPointer, _ other: UnsafeRawPointer, _ size: Int) -> Bool {
    for offset in 0..<size
    where one.load(fromByteOffset: offset, as: UInt8.self) != other.load(fromByteOffset: offset, as: UInt8.self) {
        return false
    }
    return true
}

/// Returns a function that hashes the value at an address. The value has the type of `value`.
private func hashing<Value: Hashable>(_ value: Value) -> (UnsafeRawPointer) -> Int {
    { $0.assumingMemoryBound(to: Value.self).pointee.hashValue }
}

private func withAddress<C: Command, Result>(of command: C, _ body: (UnsafeRawPointer) -> Result) -> Result {
    withUnsafePointer(to: command) { body(UnsafeRawPointer($0)) }
}
