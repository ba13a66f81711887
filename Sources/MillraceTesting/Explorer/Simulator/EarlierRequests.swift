import Foundation
import Millrace

/// The commands that were requested before, of the types on which outcomes depend.
///
/// Equal values of one exploration are one object, so tables compare them by identity.
@usableFromInline final class EarlierRequests {
    /// A number that distinguishes this value from the others of the exploration.
    let number: Int
    /// The numbers of the commands in the memory.
    let ids: [Int]
    /// The commands, grouped by their types. Of one type, the command with the oldest last request is the first, and equal
    /// commands appear once.
    let commands: [any Command]

    fileprivate init(number: Int, ids: [Int], commands: [any Command]) {
        (self.number, self.ids, self.commands) = (number, ids, commands)
    }

    /// Combines a hash of a state with these requests.
    @usableFromInline func combined(with hash: UInt64) -> UInt64 { mixed(hash ^ UInt64(number)) }
}

/// The values of ``EarlierRequests`` in an exploration, which the tasks of a search share.
final class RequestMemory {
    private let lock = NSLock()
    /// The different commands.
    private var commands: [any Command] = []
    private var known: [[Int]: EarlierRequests] = [:]

    /// Whether the lock is held. After a trap, the thread that holds it never releases it.
    var isLocked: Bool {
        if lock.try() { lock.unlock(); return false }
        return true
    }

    /// The requests after another request of `command`.
    func adding(_ command: any Command, to earlier: EarlierRequests?) -> EarlierRequests {
        lock.withLock {
            let id = id(of: command)
            var ids = (earlier?.ids ?? []).filter { $0 != id }
            let last = ids.lastIndex { type(of: commands[$0]) == type(of: command) }
            ids.insert(id, at: last.map { $0 + 1 } ?? place(of: command, in: ids))
            if let same = known[ids] { return same }
            let new = EarlierRequests(number: known.count + 1, ids: ids, commands: ids.map { commands[$0] })
            known[ids] = new
            return new
        }
    }

    /// The place of the first command of a type: the order of the types does not depend on that of the requests.
    private func place(of command: any Command, in ids: [Int]) -> Int {
        let name = String(reflecting: type(of: command))
        return ids.firstIndex { String(reflecting: type(of: commands[$0])) > name } ?? ids.count
    }

    private func id(of command: any Command) -> Int {
        if let id = commands.firstIndex(where: { areSame($0, command) }) { return id }
        commands.append(command)
        return commands.count - 1
    }
}

extension Array where Element == any Command {
    /// The commands of these types in the order of their last requests, without earlier requests of equal commands.
    func lastRequests(of types: Set<ObjectIdentifier>) -> [any Command] {
        reduce(into: []) { commands, command in
            guard types.contains(ObjectIdentifier(type(of: command))) else { return }
            commands.removeAll { areSame($0, command) }
            commands.append(command)
        }
    }
}
