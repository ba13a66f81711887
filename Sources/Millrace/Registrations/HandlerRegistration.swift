/// A registered handler. The subclass ``Handler`` knows how to call it.
@usableFromInline
package class HandlerRegistration {
    let site: Site
    let subscription: Subscription

    @usableFromInline
    init(_ fileID: StaticString, _ line: UInt, _ subscription: Subscription) {
        (site, self.subscription) = (Site(fileID, line), subscription)
    }
}
