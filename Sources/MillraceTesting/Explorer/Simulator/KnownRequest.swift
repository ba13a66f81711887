import Millrace

/// A request for a command that was made before. It is compared without the types of the feature, because looking up those
/// costs more than the comparison.
struct KnownRequest {
    /// An event of the command, and the action that the store reduces for it; `nil` if it reduces none.
    struct Response {
        let event: AnyBox
        let action: AnyBox?
    }

    /// The type of the command.
    let type: ObjectIdentifier
    private let command: AnyBox
    private let hasResponse: Bool
    private let responses: [Response]

    init<C: Command>(_ command: C, _ hasResponse: Bool, _ responses: [Response]) {
        (type, self.command) = (ObjectIdentifier(C.self), Box(command))
        (self.hasResponse, self.responses) = (hasResponse, responses)
    }

    /// Whether another request is for the same command, and its events are reduced as the same actions.
    ///
    /// - Parameters:
    ///   - command: the address of the other command, which has this type.
    ///   - areSameCommands: compares two commands of this type.
    ///   - areSameActions: compares two actions of the store.
    func isSame(
        as node: CommandNode, _ context: LiftContext?, command: UnsafeRawPointer,
        _ areSameCommands: ComparisonByAddress, _ areSameActions: @escaping ComparisonByAddress
    ) -> Bool {
        guard node.hasResponse == hasResponse, areSameCommands(self.command.address, command) else { return false }
        for response in responses {
            guard let own = response.action else { continue }
            var isSame = false
            let compare: Sink = { isSame = areSameActions(own.address, $0) }
            node.respond(to: response.event.address) { action in
                if let context { context.raise(action, to: compare) } else { compare(action) }
            }
            if !isSame { return false }
        }
        return true
    }
}

/// Finds requests for commands that were made before.
struct KnownRequests: ~Copyable {
    /// What is known of a type of commands.
    private struct CommandType {
        /// The hash of the command at an address.
        let hash: (UnsafeRawPointer) -> Int
        let areSame: ComparisonByAddress
    }

    private let areSameActions: ComparisonByAddress
    private var types: [CommandType] = []
    private var typeNumbers = NumberMap()
    /// The newest entry of each hash, and the one before each that has the same hash; -1 for none.
    private var newest = NumberMap()
    private var previous: [Int32] = []

    init(areSameActions: @escaping ComparisonByAddress) { self.areSameActions = areSameActions }

    /// The entry of a request.
    ///
    /// - Parameters:
    ///   - name: the number of its name.
    ///   - hasSameOptions: whether an entry has the same options, which are not compared here.
    ///   - make: makes an entry, if there is none.
    mutating func entry(
        of node: CommandNode, _ context: LiftContext?, name: Int32, in table: StableTable<AnyEntry>,
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

/// Whether the values at two addresses are the same.
typealias ComparisonByAddress = (UnsafeRawPointer, UnsafeRawPointer) -> Bool

/// Compares values of a type as flows do. Values with the same bits are the same, whatever their type says. Whether the type
/// is `Equatable` is looked up once.
func comparing<Value>(_ type: Value.Type) -> ComparisonByAddress {
    func compare<Same: Equatable>(as type: Same.Type) -> ComparisonByAddress {
        { $0.assumingMemoryBound(to: Same.self).pointee == $1.assumingMemoryBound(to: Same.self).pointee }
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

/// A hash of the value at an address, which has the type of `value`.
private func hashing<Value: Hashable>(_ value: Value) -> (UnsafeRawPointer) -> Int {
    { $0.assumingMemoryBound(to: Value.self).pointee.hashValue }
}

private func withAddress<C: Command, Result>(of command: C, _ body: (UnsafeRawPointer) -> Result) -> Result {
    withUnsafePointer(to: command) { body(UnsafeRawPointer($0)) }
}
