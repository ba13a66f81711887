extension Flow {
    /// Performs this flow, and `next` when all of it has ended, its asynchronous work too.
    ///
    /// `next` is not performed when this flow failed (a command's failure) or was cancelled, unless `evenAfterFailure`;
    /// the failure then still reaches whoever awaits the receipt. When the receipt is cancelled, nothing follows.
    public func then(_ next: Flow, evenAfterFailure: Bool = false) -> Flow {
        if isNone { return next }
        if next.isNone { return self }
        let more = evenAfterFailure ? [Link(flow: next, evenAfterFailure: true)] : next.following
        return Flow(step: .sequence(links + more, nil))
    }

    /// Performs this flow, and `other` right after, without waiting for either to end.
    public func and(_ other: Flow) -> Flow {
        if isNone { return other }
        if other.isNone { return self }
        return Flow(step: .merge(merged + other.merged))
    }

    /// Performs the flows in order, none waiting for another to end.
    public static func merge(_ flows: [Flow]) -> Flow {
        let flows = flows.flatMap(\.merged)
        return flows.count > 1 ? Flow(step: .merge(flows)) : flows.first ?? .none
    }

    /// Performs the flows one after the other, each when the one before has ended; the first failure stops the rest.
    public static func sequence(_ flows: [Flow]) -> Flow {
        let flows = flows.filter { !$0.isNone }
        guard let first = flows.first, flows.count > 1 else { return flows.first ?? .none }
        return Flow(step: .sequence(first.links + flows.dropFirst().flatMap(\.following), nil))
    }

    /// Its links, to put others behind.
    private var links: [Link<R>] {
        if case .step(.sequence(let links, nil)) = storage {
            links
        } else {
            [Link(flow: self, evenAfterFailure: false)]
        }
    }

    /// Its links, to put behind others; one that cleans up after its own keeps its brackets.
    private var following: [Link<R>] {
        let links = links
        return links.contains(where: \.evenAfterFailure) ? [Link(flow: self, evenAfterFailure: false)] : links
    }

    private var merged: [Flow] {
        switch storage {
        case .none: []
        case .step(.merge(let flows)): flows
        default: [self]
        }
    }
}
