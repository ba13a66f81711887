package import MillraceKit
package import MillraceWeb

/// The first page: the sign-in, what the shop sells, and the orders of the customer.
package struct CustomerPage: Module {
    /// The content of the page.
    package struct State: Hashable, Codable, Sendable {
        /// The name of the person who has signed in.
        package internal(set) var account: String?
        /// The orders of the person, the oldest first.
        package internal(set) var orders: [Order] = []
        /// A message for the person, such as why the sign-in failed.
        package internal(set) var problem: String?
        /// Whether a password is being checked.
        package internal(set) var isEntering = false

        /// The id of the purchase of an item. It is that of the purchase before until the page shows the order. So a double click orders once.
        func purchase(of item: Item, by account: String) -> String {
            "\(account) buys \(item.name) after \(orders.last?.id.number ?? 0)"
        }
    }

    /// The actions of the page.
    package enum Action: Codable, Sendable {
        case observed(Event<RemoteObservation<Orders, [Order]>>)
        case enter(name: String, password: Password, isNew: Bool)
        case entered(Event<Enter>)
        case signOut
        case buy(Item)
        case cancel(OrderID)
        case notSent(RemoteError)
        case openShop
    }

    /// The page that it can open.
    package enum Transition: Hashable, Codable, Sendable { case shop }

    let shop: RemoteStore<Orders>
    let visitor: Visitor
    let admins: Set<String>

    /// Creates the module for a visitor.
    ///
    /// - Parameters:
    ///   - shop: The orders.
    ///   - visitor: The visitor.
    ///   - admins: The accounts that may open the shop's page.
    package init(shop: RemoteStore<Orders>, visitor: Visitor, admins: Set<String>) {
        (self.shop, self.visitor, self.admins) = (shop, visitor, admins)
    }

    package func state(for nothing: Void) -> State {
        var state = State()
        state.account = visitor.identity?.account
        return state
    }

    /// Whether the person may open the shop's page. It is not part of the state: a stored page may be older than the list of the admins.
    package func isAdmin(_ state: State) -> Bool { state.account.map(admins.contains) ?? false }

    package func activeCommands(for state: State, _ commands: inout ActiveCommands<Self>) {
        guard let account = state.account else { return }
        commands.observe(shop, \.[of: account], as: Action.observed, id: account)
    }

    package func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .observed(.data(let orders)): (state.orders, state.problem) = (orders, nil)
        case .observed(.failure(let error)), .notSent(let error): state.problem = "\(error)"
        case .enter(let name, let password, let isNew):
            guard !state.isEntering else { break }
            (state.isEntering, state.problem) = (true, nil)
            return .execute(
                Enter(name: name, password: password, isNew: isNew, visitor: visitor), as: Action.entered,
                onCancel: .entered(.failure(.closed)))
        case .entered(.data(let name)): (state.account, state.isEntering) = (name, false)
        case .entered(.failure(let failure)): (state.isEntering, state.problem) = (false, failure.sentence)
        case .signOut: return .execute(SignOut())
        case .buy(let item):
            guard let account = state.account else { break }
            let id = state.purchase(of: item, by: account)
            return .send(.place(item, by: account), to: shop, id: id, onFailure: Action.notSent)
        case .cancel(let id):
            guard id.customer == state.account else { break }
            return .send(.cancel(id), to: shop, onFailure: Action.notSent)
        case .openShop: return .transition(.shop)
        }
        return .none
    }

    package func route(_ transition: Transition) -> Route<Self> {
        switch transition {
        case .shop: .show(ShopPage(shop: shop, visitor: visitor, admins: admins), with: ())
        }
    }
}
