extension Flow: Equatable {
    /// Whether both flows contain the same messages, commands and other steps in the same order.
    ///
    /// Commands, actions and other values are compared by `==` if they are `Equatable`, otherwise property by property, by
    /// reflection. Values that do not equal themselves, such as NaN, are equal if their bits or their members are. Closures that
    /// return actions for events are not compared.
    public static func == (one: Flow, other: Flow) -> Bool {
        FlowStep(one.node).isSame(as: FlowStep(other.node), by: areSame)
    }

    /// Whether both flows are equal, and their values have the same contents.
    package func hasSameContents(as other: Flow) -> Bool {
        FlowStep(node).isSame(as: FlowStep(other.node), by: haveSameContents)
    }
}

extension Flow: CustomStringConvertible {
    /// The flow as the Swift expression that creates it.
    public var description: String { FlowStep(node).description }
}
