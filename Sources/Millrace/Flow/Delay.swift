/// A flow that waits for the clock.
@usableFromInline struct Delay<R: Reducer> {
    enum Kind: Hashable {
        case after
        case debounce
        case throttle(latest: Bool)
    }

    let kind: Kind
    let duration: Duration
    let key: EffectKey?
    let flow: Flow<R>
    let residence: Residence<R.State>?

    var isThrottle: Bool {
        if case .throttle = kind { true } else { false }
    }

    init(_ kind: Kind, _ duration: Duration, _ id: AnyHashable?, _ flow: Flow<R>) {
        self.init(kind, duration, key: id.map { EffectKey(id: $0) }, flow, residence: nil)
    }

    private init(
        _ kind: Kind, _ duration: Duration, key: EffectKey?, _ flow: Flow<R>, residence: Residence<R.State>?
    ) {
        (self.kind, self.duration, self.key, self.flow, self.residence) = (kind, duration, key, flow, residence)
    }

    func lifted<Parent>(by lift: Lift<R, Parent>) -> Delay<Parent> {
        Delay<Parent>(
            Delay<Parent>.Kind(kind), duration, key: key?.within(lift.component), flow.lifted(by: lift),
            residence: lift.residence(residence))
    }
}

extension Delay.Kind {
    /// The same kind, for another reducer.
    init<Other>(_ kind: Delay<Other>.Kind) {
        self =
            switch kind {
            case .after: .after
            case .debounce: .debounce
            case .throttle(let latest): .throttle(latest: latest)
            }
    }
}
