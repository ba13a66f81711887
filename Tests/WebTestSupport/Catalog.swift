#if DEBUG
    import Millrace
    import MillraceModules
    import MillraceWeb

    /// A table with a query, and a detail page with one.
    struct Catalog: Module {
        enum Column: String { case name, price }
        struct URL: WebURL, Equatable {
            var sort = Column.name
            var page = 1
            static let pattern: [WebURLPart<URL>] = [.query("sort", \.sort), .query("page", \.page)]
        }
        struct DetailURL: WebURL {
            var id = 0
            var tab = "info"
            static let pattern: [WebURLPart<DetailURL>] = ["detail", .part(\.id), .query("tab", \.tab)]
        }

        struct State { var url = URL() }
        enum Action { case show(URL), sort(Column), open(Int), sheet }
        enum Transition { case detail(DetailURL), sheet }

        func state(for _: Void) -> State { State() }

        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            switch action {
            case .show(let url): state.url = url
            case .sort(let column): state.url.sort = column
            case .open(let id): return .transition(.detail(.init(id: id)))
            case .sheet: return .transition(.sheet)
            }
            return .none
        }

        func route(_ transition: Transition) -> Route<Self> {
            switch transition {
            case .detail(let url): .show(Detail(), with: url)
            case .sheet: .present(Note(), with: ())
            }
        }
    }

    extension Catalog: WebModule {
        func view(_ state: State) -> HTML<Action> {
            button("By price", send: .sort(.price))
            button("By name", send: .sort(.name))
            button("Open 3", send: .open(3))
            button("Note", send: .sheet)
            p { "\(state.url.sort) \(state.url.page)" }
        }
        func path(_ state: State) -> String? { state.url.path }
        func transition(to path: inout WebPath) -> Transition? { path.take(DetailURL.self).map { .detail($0) } }
        func action(for path: inout WebPath) -> Action? { path.take(URL.self).map(Action.show) }
    }

    struct Detail: Module {
        struct State { var url: Catalog.DetailURL }
        enum Action { case tab(String) }
        func state(for url: Catalog.DetailURL) -> State { State(url: url) }
        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            switch action {
            case .tab(let tab): state.url.tab = tab
            }
            return .none
        }
    }

    extension Detail: WebModule {
        func view(_ state: State) -> HTML<Action> {
            h2 { "Detail \(state.url.id) \(state.url.tab)" }
            textField("Text", value: state.url.tab, send: Action.tab).id("text")
            button("Reviews", send: .tab("reviews"))
        }
        func path(_ state: State) -> String? { state.url.path }
    }

    /// A sheet without a URL.
    struct Note: Module {
        struct State {}
        enum Action {}
        func state(for _: Void) -> State { State() }
        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {}
    }

    extension Note: WebModule {
        func view(_ state: State) -> HTML<Action> { p { "Note" } }
    }
#endif
