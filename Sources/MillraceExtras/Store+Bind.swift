public import Millrace

extension Store {
    /// Keeps a property of `target` equal to the part at `path`, from now on until the target is released.
    @discardableResult
    public func bind<Value: Equatable, Target: AnyObject>(
        _ path: KeyPath<R.State, Value>, to target: Target, _ property: ReferenceWritableKeyPath<Target, Value>
    ) -> Subscription {
        subscribe(to: path, owner: target) { [weak target] in target?[keyPath: property] = $0 }
    }

    /// Keeps an optional property of `target` equal to the part at `path`, from now on until the target is released.
    @discardableResult
    public func bind<Value: Equatable, Target: AnyObject>(
        _ path: KeyPath<R.State, Value>, to target: Target, _ property: ReferenceWritableKeyPath<Target, Value?>
    ) -> Subscription {
        subscribe(to: path, owner: target) { [weak target] in target?[keyPath: property] = $0 }
    }
}
