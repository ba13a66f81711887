/// A flow that waits for the clock.
@usableFromInline final class Delay<R: Reducer> {
    let kind: DelayKind
    let duration: Duration
    let key: EffectKey?
    let flow: Flow<R>
    let residence: Residence<R.State>?

    var isThrottle: Bool {
        if case .throttle = kind { true } else { false }
    }

    convenience init(_ kind: DelayKind, _ duration: Duration, _ id: AnyHashable?, _ flow: Flow<R>) {
        self.init(kind, duration, key: id.map { EffectKey(id: $0) }, flow, residence: nil)
    }

    private init(
        _ kind: DelayKind, _ duration: Duration, key: EffectKey?, _ flow: Flow<R>, residence: Residence<R.State>?
    ) {
        (self.kind, self.duration, self.key, self.flow, self.residence) = (kind, duration, key, flow, residence)
    }

    func lifted<Parent>(by lift: Lift<R, Parent>) -> Delay<Parent> {
        Delay<Parent>(
            kind, duration, key: key?.within(lift.component), flow.lifted(by: lift),
            residence: lift.residence(residence))
    }
}

/// What a flow waits for.
enum DelayKind: Equatable {
    case after
    case debounce
    case throttle(latest: Bool)
}
