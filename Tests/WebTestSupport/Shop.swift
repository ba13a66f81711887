#if DEBUG
    import MillraceModules
    import Millrace
    import MillraceWeb

    /// A module with everything that a page supports: pushed pages, a sheet, a region and a scene that replaces the root.
    struct Shop: Module {
        struct State {
            var items = (1...3).map { Article(id: $0, name: "Item \($0)") }
            var likes: [Int: Int] = [:]
            var query = ""
            var isGift = false
            var order: Order?
        }

        struct Article: Identifiable, Equatable {
            let id: Int
            var name: String
        }

        struct Order: Decodable, Equatable {
            var name: String
            var count: Int
            var isGift: Bool
        }

        enum Action {
            case like(Int), add, reverse, query(String), gift(Bool), open(Int), basket, about, ordered(Order)
        }

        enum Transition {
            case item(Int), basket, about, panel
        }

        func state(for _: Void) -> State { State() }
        func start(_ state: State) -> Flow<Self> { .transition(.panel) }

        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            switch action {
            case .like(let id): state.likes[id, default: 0] += 1
            case .add:
                let number = state.items.count + 1
                state.items.insert(Article(id: number, name: "Item \(number)"), at: 0)
            case .reverse: state.items.reverse()
            // The reducer truncates the text, so the field must show another value than the user typed.
            case .query(let text): state.query = String(text.prefix(20))
            case .gift(let isGift): state.isGift = isGift
            case .open(let id): return .transition(.item(id))
            case .basket: return .transition(.basket)
            case .about: return .transition(.about)
            case .ordered(let order): state.order = order
            }
            return .none
        }

        func route(_ transition: Transition) -> Route<Self> {
            switch transition {
            case .item(let id): .show(Item(), with: id)
            case .basket: .present(Basket(), with: ())
            case .about: .replace(About(), with: ())
            case .panel: .embed(Panel(), at: "panel", with: ())
            }
        }
    }

    /// A pushed page with a text. It can refuse its dismissal.
    struct Item: Module {
        struct State {
            let id: Int
            var text = ""
            var isHeld = false
        }

        enum Action { case typed(String), hold, basket }
        enum Transition { case basket }

        func state(for id: Int) -> State { State(id: id) }

        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            switch action {
            case .typed(let text): state.text = text
            case .hold: state.isHeld = true
            case .basket: return .transition(.basket)
            }
            return .none
        }

        func dismissalDecision(for state: State) -> DismissalDecision<Action> { state.isHeld ? .refuse : .allow }
        func route(_ transition: Transition) -> Route<Self> { .present(Basket(), with: ()) }
    }

    /// A sheet.
    struct Basket: Module {
        struct State { var count = 1 }
        enum Action { case count(Int), nothing }

        func state(for _: Void) -> State { State() }

        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            if case .count(let count) = action { state.count = count }
            return .none
        }
    }

    /// A scene that is embedded in a region.
    struct Panel: Module {
        struct State { var count = 0 }
        enum Action { case up }

        func state(for _: Void) -> State { State() }

        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            state.count += 1
            return .none
        }
    }

    /// A scene that replaces the root.
    struct About: Module {
        struct State {}
        enum Action { case back }
        enum Transition { case shop }

        func state(for _: Void) -> State { State() }
        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> { .transition(.shop) }
        func route(_ transition: Transition) -> Route<Self> { .replace(Shop(), with: (), stacked: true) }
    }

    extension Shop: WebModule {
        func view(_ state: State) -> HTML<Action> {
            h1 { "Shop" }
            region("panel")
            textField("Search", value: state.query, kind: .search, send: Action.query).id("search").shortcut("/")
            p { "You look for “\(state.query)”." }.id("echo")
            button("Add", send: .add).shortcut("n")
            button("Reverse", send: .reverse)
            button("Basket", send: .basket)
            button("About", send: .about)
            label {
                toggle("A gift", isOn: state.isGift, send: Action.gift).id("gift")
                "A gift"
            }
            ul {
                each(state.items) { item in
                    li {
                        link(to: "/items/\(item.id)", send: .open(item.id)) { item.name }
                        button("Like \(state.likes[item.id] ?? 0)", send: .like(item.id))
                    }
                }
            }
            form(decode: Order.self, send: Action.ordered) {
                input("name")
                input("count", value: "1")
                checkbox("isGift")
                submitButton("Order")
            }
            if let order = state.order { p { "\(order.count) for \(order.name)" }.id("order") }
        }

        func title(_ state: State) -> String { "Shop (\(state.items.count))" }

        func transition(to path: inout WebPath) -> Transition? {
            if path.take("items"), let id = path.take(Int.self) { return .item(id) }
            if path.take("basket") { return .basket }
            return path.take("about") ? .about : nil
        }
    }

    extension Item: WebModule {
        func view(_ state: State) -> HTML<Action> {
            h1 { "Item \(state.id)" }
            textArea("Text", value: state.text, send: Action.typed).id("text").key(state.id)
            button("Hold", send: .hold)
            button("Basket", send: .basket)
        }

        func title(_ state: State) -> String { "Item \(state.id)" }
        func path(_ state: State) -> String? { "items/\(state.id)" }
        func transition(to path: inout WebPath) -> Transition? { path.take("basket") ? .basket : nil }
    }

    extension Basket: WebModule {
        func view(_ state: State) -> HTML<Action> {
            h2 { "Basket" }
            numberField("Count", value: state.count, in: 1...9, send: Action.count)
            picker("Size", selection: state.count, options: [("One", 1), ("Two", 2)], send: Action.count)
            dismissButton("Done")
        }

        func path(_ state: State) -> String? { "basket" }
    }

    extension Panel: WebModule {
        func view(_ state: State) -> HTML<Action> { button("Up \(state.count)", send: .up) }
    }

    extension About: WebModule {
        func view(_ state: State) -> HTML<Action> { button("To the shop", send: .back) }
        func path(_ state: State) -> String? { "about" }
        func transition(to path: inout WebPath) -> Transition? { path == WebPath("about") ? nil : .shop }
    }
#endif
