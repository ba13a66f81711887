#if Web
    import Logging
    import MillraceModules
    import Millrace
    import MillraceWeb
    import Testing

    // The modules and the server of the live pages guide.
    struct Feed: Module {
        struct Post: Identifiable { let id: Int; var title: String; var likes = 0 }
        struct State { var posts = [Post(id: 1, title: "Hello"), Post(id: 2, title: "<World>")]; var query = "" }
        enum Action { case like(Int), search(String), open(Int) }
        enum Transition { case post(Int) }

        func state(for _: Void) -> State { State() }

        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            switch action {
            case .like(let id):
                for index in state.posts.indices where state.posts[index].id == id { state.posts[index].likes += 1 }
            case .search(let text): state.query = text
            case .open(let id): return .transition(.post(id))
            }
            return .none
        }

        func route(_ transition: Transition) -> Route<Self> {
            switch transition {
            case .post(let id): .show(Article(), with: id)
            }
        }
    }

    extension Feed: WebModule {
        func view(_ state: State) -> HTML<Action> {
            h1 { "Feed" }
            textField("Search", value: state.query, kind: .search, send: Action.search).shortcut("/")
            ul {
                each(state.posts.filter { state.query.isEmpty || $0.title.contains(state.query) }) { post in
                    li {
                        link(to: "/posts/\(post.id)", send: .open(post.id)) { post.title }
                        button("\(post.likes) likes", send: .like(post.id))
                    }
                }
            }
        }

        func title(_ state: State) -> String { "Feed (\(state.posts.count))" }

        func transition(to path: inout WebPath) -> Transition? {
            if path.take("posts"), let id = path.take(Int.self) { return .post(id) }
            return nil
        }
    }

    func feeds(port: UInt16) throws -> WebServer {
        try WebServer(
            .init(port: port),
            sessions: .perTab { session in
                let engine = Engine()
                return Navigator(root: Feed(), stacked: true, on: engine)
            })
    }

    func feeds(behindProxyAt port: UInt16, for site: String) throws -> WebServer {
        var configuration = WebServer.Configuration(port: port)
        configuration.access = .behindProxy(hostNames: [site])
        configuration.trustedProxies = .init(addresses: ["127.0.0.1", "::1"])
        return try WebServer(
            configuration, sessions: .perTab { session in Navigator(root: Feed(), stacked: true, on: Engine()) })
    }

    func quiet(_ configuration: inout WebServer.Configuration) { configuration.logger.logLevel = .warning }

    struct Article: Module {
        struct State { let id: Int; var comment = ""; var review: Review? }
        struct Review: Decodable { var stars: Int; var text: String; var isPublic: Bool }
        enum Action { case comment(String), reviewed(Review) }

        func state(for id: Int) -> State { State(id: id) }

        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            switch action {
            case .comment(let text): state.comment = text
            case .reviewed(let review): state.review = review
            }
            return .none
        }
    }

    extension Article: WebModule {
        func view(_ state: State) -> HTML<Action> {
            h1 { "Post \(state.id)" }
            textArea("Comment", value: state.comment, send: Action.comment).id("comment")
            form(decode: Review.self, send: Action.reviewed) {
                label {
                    "Stars"; input("stars", value: "3")
                }
                label {
                    "What you think"; inputArea("text")
                }
                label {
                    checkbox("isPublic"); "For all to see"
                }
                submitButton("Send")
            }
            if let review = state.review { p { "\(review.stars) stars: \(review.text)" } }
        }

        func path(_ state: State) -> String? { "posts/\(state.id)" }
    }

    struct Sketch: Module {
        struct State { var points: [PagePoint] = []; var color = Style.Color.black; var size = 5.0 }
        enum Action: Equatable { case point(PagePoint), color(Style.Color), size(Double), undo }

        func state(for _: Void) -> State { State() }

        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            switch action {
            case .point(let point): state.points.append(point)
            case .color(let color): state.color = color
            case .size(let size): state.size = size
            case .undo: _ = state.points.popLast()
            }
            return .none
        }
    }

    extension Sketch: WebModule {
        func view(_ state: State) -> HTML<Action> {
            svg(width: 400, height: 300, description: "Your drawing") {
                each(state.points.indices, id: \.self) { index in
                    circle(x: state.points[index].x, y: state.points[index].y, radius: state.size).fill(state.color)
                }
            }
            .onPointer(.down, send: Action.point)
            slider("Size", value: state.size, in: 1...20, send: Action.size)
            colorField("Color", value: state.color, send: Action.color)
            button("Undo", send: .undo).shortcut("Control+z").disabled(state.points.isEmpty)
            p { "Full" }.class("bar").style(.width(.percent(Double(state.points.count))))
        }
    }

    func inFrench(_ configuration: inout WebServer.Configuration) {
        configuration.language = "fr"
        configuration.texts[.back] = "Page précédente"
    }

    func checkSketch() throws {
        let page = Sketch().render(.init(points: [PagePoint(x: 1, y: 2)]))
        #expect(try page.button("Undo").press() == .undo)
        #expect(try page.field("Size").type("7.5") == .size(7.5))
        #expect(page.html.contains(##"<circle cx="1" cy="2" r="5" fill="#000000"></circle>"##))
    }
#endif
