public import Millrace

/// A list of changes to the screen, as a value. A router returns a route as a reducer returns a ``Flow``.
///
/// ```swift
/// func route(_ transition: Transition) -> Route<Self> {
///     switch transition {
///     case .list: .popToRoot
///     case .item(let id): .popToRoot.and(.show(Item(), with: id, as: Action.item))
///     }
/// }
/// ```
/// ``RouteBuilder`` lists the operations. The ``Navigator`` performs them in order after the router has returned, each from the
/// scene's position at that moment. <doc:Modules> has a table of what each operation does at which position. An operation that
/// does not apply to the position changes nothing and is reported as ``Fault/Kind/invalidNavigation``. The fault lists the
/// operations that would apply.
///
/// To test a router, compare the operations that it returns: `Feed().operations(for: .profile(3)) == [.show(Profile(), with:
/// 3)]`.
public struct Route<M: Module>: RouteBuilder, Equatable, CustomStringConvertible {
    /// The actions of the module that navigates.
    public typealias Action = M.Action

    /// The operations, in order.
    public private(set) var operations: [RouteOperation]

    private init(_ operations: [RouteOperation]) { self.operations = operations }

    /// Creates a route with one operation. An output of the presented module is ignored if the operation converts it to an
    /// action of a type other than `Action`.
    public init(_ operation: RouteOperation) { operations = [operation] }

    /// The operations, in order.
    public var description: String { "\(operations)" }

    /// No operation.
    public static var none: Route { Route([]) }

    /// Returns a route with the operations of each route, in order.
    public static func sequence(_ routes: [Route]) -> Route { Route(routes.flatMap(\.operations)) }

    /// Returns a route with the operations of this route, followed by those of `next`.
    public consuming func and(_ next: Route) -> Route {
        operations += next.operations
        return self
    }
}

extension Module {
    /// Returns the operations of the route of `transition`. Nothing is performed.
    public func operations(for transition: Transition) -> [RouteOperation] { route(transition).operations }
}
