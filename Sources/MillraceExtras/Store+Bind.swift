public import Millrace

extension Store {
    /// Sets a property of `target` to the part of the state at `path`: now, and after each turn that changed the part.
    ///
    /// The binding ends when `target` is released or the subscription is cancelled.
    @inlinable @inline(__always) @discardableResult
    public func bind<Value: Equatable, Target: AnyObject>(
        _ path: @autoclosure () -> KeyPath<R.State, Value>, to target: Target,
        _ property: ReferenceWritableKeyPath<Target, Value>
    ) -> Subscription {
        subscribe(to: path(), owner: target) { [weak target] in target?[keyPath: property] = $0 }
    }

    /// Sets an optional property of `target` to the part of the state at `path`: now, and after each turn that changed the
    /// part.
    ///
    /// The binding ends when `target` is released or the subscription is cancelled.
    @inlinable @inline(__always) @discardableResult
    public func bind<Value: Equatable, Target: AnyObject>(
        _ path: @autoclosure () -> KeyPath<R.State, Value>, to target: Target,
        _ property: ReferenceWritableKeyPath<Target, Value?>
    ) -> Subscription {
        subscribe(to: path(), owner: target) { [weak target] in target?[keyPath: property] = $0 }
    }
}
