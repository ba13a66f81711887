/// The key by which policies and `cancel` find an effect of a store. It consists of the path to the child that started the
/// effect, and of the id that the child's flow specified.
package struct EffectKey: Hashable {
    package var path: [AnyHashable]
    package let id: AnyHashable
    /// Whether this is the key of a throttle's interval. The flows that the throttle performs can use the same id without a
    /// conflict.
    package var isInterval = false

    package init(path: [AnyHashable] = [], id: AnyHashable) { (self.path, self.id) = (path, id) }

    package static func == (one: EffectKey, other: EffectKey) -> Bool {
        one.isInterval == other.isInterval && areSame(one.id, other.id)
            && one.path.elementsEqual(other.path) { areSame($0, $1) }
    }

    package init(_ id: AnyHashable, in context: MapContext?) { self.init(path: context?.path ?? [], id: id) }

    /// The key of the interval of the throttle with this key.
    package var interval: EffectKey {
        var key = self
        key.isInterval = true
        return key
    }
}
