/// The handler of a type of command.
final class Handler<C: Command>: HandlerRegistration {
    let perform: (C, CommandCall) -> Void

    init(_ site: Site, _ subscription: Subscription, _ perform: @escaping (C, CommandCall) -> Void) {
        self.perform = perform
        super.init(site, subscription)
    }
}
