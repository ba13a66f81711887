/// The observers of turns, in the order in which they were attached, and the function for faults.
package final class EngineObservers {
    /// See ``Engine/onFault``.
    var onFault: (Fault) -> Void = { fault in
        // The kernel prints nothing else. A fault that is neither printed nor observed would be dropped in silence.
        print("Millrace: \(fault)")
    }
    /// See ``Engine/discardedResultCount``.
    package var discardedCount = 0
    /// Exclusivity checks are off, because a check costs more than the access. Safe: no access runs other code.
    @exclusivity(unchecked) private var members = Pool<any TurnObserver>()

    var isEmpty: Bool { members.isEmpty }

    /// Returns the first observer of a type; `nil` if there is none.
    package func first<Observer>(of type: Observer.Type) -> Observer? {
        (0..<members.count).lazy.compactMap { self.members[$0] as? Observer }.first
    }

    func append(_ observer: any TurnObserver) { members.append(observer) }

    /// Removes an observer.
    ///
    /// - Returns: Whether it was attached.
    func remove(_ observer: any TurnObserver) -> Bool {
        guard let index = (0..<members.count).first(where: { members[$0] === observer }) else { return false }
        _ = members.remove(at: index)
        return true
    }

    func report(_ fault: Fault) { onFault(fault) }

    /// Calls `body` with each observer. `body` may attach or detach observers.
    @inline(__always)
    package func forEach(_ body: (any TurnObserver) -> Void) {
        var index = 0
        while index < members.count {
            // Borrowed: a copy of the reference would be retained.
            apply(body, at: members.base + index)
            index &+= 1
        }
    }
}
