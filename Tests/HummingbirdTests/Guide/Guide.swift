#if Hummingbird || App
    import Logging
    import MillraceModules
    import Millrace
    import MillraceHummingbird
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

    func feeds(port: UInt16) -> WebServer {
        WebServer(
            port: port,
            sessions: .perTab { session in
                let engine = Engine()
                return Navigator(root: Feed(), stacked: true, on: engine)
            })
    }

    func addStyles(_ configuration: inout LivePages.Configuration, css: [UInt8]) {
        configuration.files.append(WebFile("/feed.css", type: "text/css", bytes: css))
        configuration.stylesheets.append("/feed.css")
    }

    func useOwnStyle(_ configuration: inout LivePages.Configuration) {
        configuration.usesDefaultStyle = false
    }

    func feeds(behindProxyAt port: UInt16, for site: String) -> WebServer {
        var configuration = LivePages.Configuration()
        configuration.access = .behindProxy(hostNames: [site])
        configuration.trustedProxies = .init(addresses: ["127.0.0.1", "::1"])
        return WebServer(
            port: port, configuration,
            sessions: .perTab { session in Navigator(root: Feed(), stacked: true, on: Engine()) })
    }

    func quiet(_ configuration: inout LivePages.Configuration) { configuration.logger.logLevel = .warning }

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

    extension Prices {
        func chart(_ items: [Item]) -> HTML<Action> {
            let (width, highest) = (50 * Double(items.count), Double(items.map(\.price).max() ?? 1))
            return svg(width: width, height: 120, description: "A chart of the prices") {
                each(items.indices, id: \.self) { index in
                    let (x, height) = (50 * Double(index), 100 * Double(items[index].price) / highest)
                    rect(x: x, y: 100 - height, width: 40, height: height).fill(.init("#3366cc"))
                    svgText(x: x, y: 116) { items[index].name }
                }
                line(from: PagePoint(x: 0, y: 100), to: PagePoint(x: width, y: 100)).stroke(.init("#808080"))
            }
        }
    }

    struct Sketch: Module {
        struct Line { var points: [PagePoint]; let color: Style.Color; let width: Double }
        struct State { var lines: [Line] = []; var color = Style.Color.black; var width = 3.0 }
        enum Action: Equatable { case draw(PageDrag), color(Style.Color), width(Double), undo }

        func state(for _: Void) -> State { State() }

        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            switch action {
            case .draw(let drag) where drag.phase == .began:
                state.lines.append(Line(points: [drag.start], color: state.color, width: state.width))
            case .draw(let drag):
                // There is no line if it was undone during the drag.
                if let last = state.lines.indices.last { state.lines[last].points.append(drag.position) }
            case .color(let color): state.color = color
            case .width(let width): state.width = width
            case .undo: _ = state.lines.popLast()
            }
            return .none
        }
    }

    extension Sketch: WebModule {
        func view(_ state: State) -> HTML<Action> {
            h1 { "Sketch" }
            svg(width: 400, height: 300, description: "Your drawing") {
                rect(x: 0, y: 0, width: 400, height: 300).fill(.init("#f4f4f4"))
                each(state.lines.indices, id: \.self) { index in
                    polyline(state.lines[index].points)
                        .stroke(state.lines[index].color, width: state.lines[index].width)
                }
            }
            .onDrag(send: Action.draw)
            slider("Width", value: state.width, in: 1...20, send: Action.width)
            colorField("Color", value: state.color, send: Action.color)
            button("Undo", send: .undo).shortcut("Control+z").disabled(state.lines.isEmpty)
            p { "\(state.lines.count) lines" }.style(.width(.percent(min(Double(state.lines.count), 100))))
        }
    }

    struct Photos: Module {
        struct State { var progress: Double?; var message = "" }
        enum Action { case chosen(FileUpload), storing(Event<StorePhoto>), cancel, cancelled }

        func state(for _: Void) -> State { State() }

        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            switch action {
            case .chosen(let file):
                state.progress = 0
                return .execute(StorePhoto(file: file), as: Action.storing, id: "photo", onCancel: .cancelled)
            case .storing(.progress(let progress)): state.progress = progress
            case .storing(.data(let count)): (state.progress, state.message) = (nil, "\(count) bytes are stored.")
            case .storing(.failure(let error)): (state.progress, state.message) = (nil, "Not stored: \(error)")
            case .cancel: return .cancel("photo")
            case .cancelled: (state.progress, state.message) = (nil, "Cancelled")
            }
            return .none
        }
    }

    extension Photos: WebModule {
        func view(_ state: State) -> HTML<Action> {
            h1 { "Photos" }
            fileField("Photo", accept: ["image/*"], limit: 5_000_000, send: Action.chosen)
            if let share = state.progress {
                progress(share, label: "Progress")
                button("Cancel", send: .cancel)
            }
            p { state.message }.role("status")
        }
    }

    struct StorePhoto: Command {
        typealias Output = Int
        typealias Progress = Double
        let file: FileUpload
    }

    func storePhotos(on engine: Engine, write: @escaping @Sendable ([UInt8]) async throws -> Void) {
        engine.handle(StorePhoto.self) { command, reply in
            var count = 0
            for try await chunk in command.file.chunks {
                try await write(chunk)
                count += chunk.count
                reply.progress(Double(count) / Double(command.file.size))
            }
            reply.finish(with: count)
        }
    }

    func photoServer(port: UInt16, write: @escaping @Sendable ([UInt8]) async throws -> Void) -> WebServer {
        WebServer(
            port: port,
            sessions: .perTab { session in
                let engine = Engine()
                storePhotos(on: engine, write: write)
                return Navigator(root: Photos(), stacked: true, on: engine)
            })
    }

    struct Prices: Module {
        struct Item { let name: String; let price: Int }
        enum Column: String { case name, price }

        struct URL: WebURL {
            var sort = Column.name
            static let pattern: [WebURLPart<URL>] = ["prices", .query("sort", \.sort)]
        }

        struct State { var url: URL; var items = [Item(name: "Tea", price: 3), Item(name: "Cake", price: 5)] }
        enum Action { case show(URL) }

        func state(for url: URL) -> State { State(url: url) }

        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            switch action {
            case .show(let url): state.url = url
            }
            return .none
        }
    }

    extension Prices: WebModule {
        func view(_ state: State) -> HTML<Action> {
            h1 { "Prices" }
            table {
                thead {
                    tr {
                        header("Name", .name, state)
                        header("Price", .price, state)
                    }
                }
                tbody {
                    each(sorted(state), id: \.name) { item in
                        tr {
                            td { item.name }
                            td { item.price }
                        }
                    }
                }
            }
        }

        private func header(_ name: String, _ column: Column, _ state: State) -> HTML<Action> {
            let url = URL(sort: column)
            return th { link(to: url, send: .show(url)) { name } }
                .scope(.column).sorted(state.url.sort == column ? .ascending : .none)
        }

        private func sorted(_ state: State) -> [Item] {
            state.items.sorted { state.url.sort == .name ? $0.name < $1.name : $0.price < $1.price }
        }

        func path(_ state: State) -> String? { state.url.path }
        func action(for path: inout WebPath) -> Action? { path.take(URL.self).map(Action.show) }
    }

    struct Map: Module {
        struct Place: Decodable, Equatable { var x, y: Double }
        struct State { var markers = "1,2"; var place: Place? }
        enum Action { case clicked(Place) }

        func state(for _: Void) -> State { State() }

        func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
            switch action {
            case .clicked(let place): state.place = place
            }
            return .none
        }
    }

    extension Map: WebModule {
        func view(_ state: State) -> HTML<Action> {
            h1 { "Map" }
            div {}.data("markers", state.markers).hook("map", decode: Place.self, send: Action.clicked)
        }
    }

    func addMap(_ configuration: inout LivePages.Configuration, script: [UInt8]) {
        configuration.files.append(WebFile("/map.js", type: "text/javascript", bytes: script))
        configuration.scripts.append("/map.js")
    }

    func inFrench(_ configuration: inout LivePages.Configuration) {
        configuration.language = "fr"
        configuration.texts[.back] = "Page précédente"
    }

    func checkSketch() throws {
        let line = Sketch.Line(points: [PagePoint(x: 1, y: 2), PagePoint(x: 3, y: 4)], color: .black, width: 2)
        let page = Sketch().render(.init(lines: [line]))
        #expect(try page.button("Undo").press() == .undo)
        #expect(try page.field("Width").type("7") == .width(7))
        #expect(page.html.contains(##"<polyline points="1,2 3,4" fill="none" stroke="#000000" stroke-width="2">"##))
    }
#endif
