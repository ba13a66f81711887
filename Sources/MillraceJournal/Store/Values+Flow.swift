import MillraceHistory
package import Millrace

// The JSON of a flow. Each step has its kind as its name: `{"execute":{"command":"FetchBooks","policy":"latest"}}`. The JSON
// contains no address and no source line, so it does not differ between two runs of a program.

extension Values {
    /// Returns the JSON of `flow`; null for an empty flow. `state` is the state after the reduction that returned the flow.
    package func json<R: Reducer>(_ flow: Flow<R>, in state: R.State) throws -> JSON {
        switch flow.content {
        case .none: .null
        case .send(let action): .of(["send": try named(action, .action)])
        case .execute(let request): .of(["execute": try json(request, in: state)])
        case .post(let fact): .of(["post": try named(fact, .fact)])
        case .output(let output): .of(["output": try named(output, .output)])
        case .transition(let transition): .of(["transition": try named(transition, .transition)])
        case .input(let port, let input): .of(["input": try named(input, .input), "port": .string("\(port)")])
        case .cancel(let name): .of(["cancel": try json(name)])
        case .cancelIncludingChildren(let name): .of(["cancelIncludingChildren": try json(name)])
        case .delay(let delay): try json(delay, in: state)
        case .sequence(let links, let owner):
            .of([
                "sequence": .array(try links.map { try json($0, in: state) }), "in": try path(owner?.path),
                "of": try json(owner, in: state),
            ])
        case .merge(let flows): .of(["merge": .array(try flows.map { try json($0, in: state) })])
        case .group(let group): try json(group, in: state)
        case .fault(let fault): .of(["fault": try json(fault)])
        }
    }

    /// Returns the type of a value, its enum case, and the value itself if it is `Encodable`.
    private func named(_ value: Any, _ root: Root) throws -> JSON {
        .of([
            "type": .string("\(type(of: value))"), "case": nameOfCase(value).map(JSON.string),
            "value": try (value as? any Encodable).map { try json($0, root) },
        ])
    }

    private func json<R: Reducer>(_ request: CommandRequest<R>, in state: R.State) throws -> JSON {
        let command = request.command
        let retry = request.retry
        return .of([
            "command": .string("\(type(of: command))"),
            "value": try (command as? any Encodable).map { try json($0, .command) },
            "id": request.effectID?.command == nil ? try request.effectID.map { try json(identity: $0.id) } : nil,
            "in": try path(request.context?.path),
            "of": try json(request.childScope, in: state),
            "policy": request.policy == .concurrent ? nil : .string(caseName(of: request.policy)),
            "retry": retry == .never
                ? nil
                : .of([
                    "attempts": .number(retry.attempts), "delay": .seconds(retry.delay),
                    "factor": .number("\(retry.factor)"), "limit": retry.limit.map { .seconds($0) },
                    "jitter": retry.jitter == 0 ? nil : .number("\(retry.jitter)"),
                ]),
            "timeout": request.timeout.map { .seconds($0.duration) },
            "hasResponse": request.hasResponse ? nil : .bool(false),
        ])
    }

    private func json<R: Reducer>(_ delay: Flow<R>.Delayed, in state: R.State) throws -> JSON {
        let isLatest: Bool? = if case .throttle(let latest) = delay.kind { latest } else { nil }
        return .object([
            .init(
                name: caseName(of: delay.kind),
                value: .of([
                    "seconds": .seconds(delay.duration), "id": try delay.effectID.map { try json(identity: $0.id) },
                    "in": try path(delay.effectID?.path ?? delay.childScope?.path),
                    "of": try json(delay.childScope, in: state), "latest": isLatest.map { .bool($0) },
                    "flow": try json(delay.flow, in: state),
                ]))
        ])
    }

    private func json<R: Reducer>(_ group: Flow<R>.Group, in state: R.State) throws -> JSON {
        .object([
            .init(
                name: caseName(of: group.kind),
                value: .of([
                    "id": try group.effectID.map { try json(identity: $0.id) },
                    "in": try path(group.effectID?.path ?? group.childScope?.path),
                    "policy": group.policy == .concurrent ? nil : .string(caseName(of: group.policy)),
                    "of": try json(group.childScope, in: state), "flow": try json(group.flow, in: state),
                ]))
        ])
    }

    private func json<R: Reducer>(_ link: Flow<R>.SequenceLink, in state: R.State) throws -> JSON {
        .of(["flow": try json(link.flow, in: state), "evenAfterFailure": link.evenAfterFailure ? .bool(true) : nil])
    }

    private func json(_ id: EffectID) throws -> JSON {
        let path = try path(id.path)
        if let command = id.command { return .of(["command": .string("\(command)"), "in": path]) }
        return .of(["id": try json(identity: id.id), "in": path])
    }

    /// Returns the key paths and dictionary keys that lead to a child; `nil` for the store's own feature.
    private func path(_ path: [AnyHashable]?) throws -> JSON? {
        guard let path, !path.isEmpty, version > 1 else { return nil }
        return .array(
            try path.map { place in
                guard let keyPath = place.base as? AnyKeyPath else { return try json(identity: place) }
                return .string(name(of: keyPath))
            })
    }

    /// Returns the description of a key path. The description of a computed property contains an address, which differs in
    /// each run.
    private func name(of keyPath: AnyKeyPath) -> String {
        let parts = "\(keyPath)".split(separator: "0x", omittingEmptySubsequences: false)
        return parts.prefix(1).joined() + parts.dropFirst().map { $0.drop(while: \.isHexDigit) }.joined()
    }

    /// Returns the active commands that a state requests, with their ids and options.
    package func json<R: Reducer>(activeCommandsOf reducer: R, for state: R.State) throws -> [JSON] {
        try reducer.activeRequests(for: state).map { id, request in
            .of(["id": try json(identity: id.id), "execute": try json(request, in: state)])
        }
    }

    /// Returns the identity of a child that may be removed; `nil` for another child or the store's own feature.
    private func json<R: Reducer>(_ scope: Flow<R>.ChildScope?, in state: R.State) throws -> JSON? {
        try scope?.identity(in: state).map { try json(identity: $0) }
    }

    private func json(identity: AnyHashable) throws -> JSON {
        switch identity.base {
        case let parts as [AnyHashable]: .array(try parts.map { try json(identity: $0) })
        case let id as any Encodable: try json(id, .id)
        case let id: try json("\(id)", .id)
        }
    }

    /// Returns the JSON of a fault. Faults of the kernel have only their kind, because their texts contain source lines, which
    /// change.
    private func json(_ fault: Fault) throws -> JSON {
        let isCustom = fault.kind == .custom
        return .of([
            "kind": .string(fault.kind.name), "problem": isCustom ? try json(fault.problem, .fault) : nil,
            "cause": isCustom ? try json(fault.cause, .fault) : nil,
            "fix": isCustom ? try json(fault.fix, .fault) : nil,
        ])
    }
}

/// Returns the name of a value's enum case; `nil` if the value is not of an enum.
func nameOfCase(_ value: Any) -> String? {
    let name = caseName(of: value)
    return name == "\(type(of: value))" ? nil : name
}
