/// What policies and `cancel` find an effect by, within its store: the children on the way to the feature that started
/// it, and the id that the feature gave.
package struct EffectKey: Hashable {
    package var path: [AnyHashable] = []
    package let id: AnyHashable
    /// Whether it names the interval of a throttle, which is apart from the flows that it lets through under the same id.
    var isInterval = false

    package init(path: [AnyHashable] = [], id: AnyHashable) { (self.path, self.id) = (path, id) }

    package init(_ id: AnyHashable, in context: LiftContext?) { self.init(path: context?.path ?? [], id: id) }

    /// The name of the throttle's interval.
    var interval: EffectKey {
        var key = self
        key.isInterval = true
        return key
    }
}
