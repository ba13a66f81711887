/// What an engine knows of a registered handler.
class HandlerRegistration {
    let site: Site
    let subscription: Subscription

    init(_ site: Site, _ subscription: Subscription) { (self.site, self.subscription) = (site, subscription) }
}
