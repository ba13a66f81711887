#if DEBUG
    import MillraceHistory
    import MillraceModules
    import Testing

    @testable import Millrace
    @testable import MillraceWeb

    /// A page with simulated browsers. Frames are delivered only when the test calls for them.
    @MainActor final class PageFixture {
        let engine: Engine
        private(set) var navigator: Navigator?
        let page: Page
        private(set) var faults: [Fault] = []

        /// - Parameter clock: Measures the work on the page. By default, no work takes time.
        init<Root: WebModule>(root: Root, isShared: Bool = false, clock: WorkClock = WorkTime().clock)
        where Root.Requirement == Void {
            engine = Engine()
            let navigator = Navigator(root: root, stacked: true, on: engine)
            self.navigator = navigator
            page = Page(navigator, id: "session", isShared: isShared, clock: clock)
            engine.onFault = { [weak self] in self?.faults.append($0) }
        }

        /// Creates the page of a `Shop`.
        convenience init(isShared: Bool = false) { self.init(root: Shop(), isShared: isShared) }

        func store<M: Module>(of type: M.Type = M.self) throws -> Store<M> { try #require(navigator?.store(of: type)) }

        /// Releases the navigator.
        func releaseNavigator() { navigator = nil }

        /// Returns a browser that has loaded the page and is connected.
        func connectBrowser(_ name: String = "a", at url: String? = nil) throws -> TestBrowser {
            if let url { _ = page.show(url) }
            let browser = TestBrowser(self, name, sequence: page.content().sequence)
            try browser.connect(sequence: -1)
            return browser
        }

        /// A simulated browser.
        @MainActor final class TestBrowser {
            private let fixture: PageFixture
            let name: String
            private(set) var replica: Replica
            private(set) var connection = 0
            private(set) var number = 0
            /// The frames of the last call of ``receiveFrames()``.
            private(set) var frames: [String] = []

            init(_ fixture: PageFixture, _ name: String, sequence: Int) {
                (self.fixture, self.name, replica) = (fixture, name, Replica(sequence: sequence))
            }

            func connect(sequence: Int? = nil, isNew: Bool = false) throws {
                let hello = Hello(session: "session", client: name, sequence: sequence ?? replica.sequence, url: "/")
                connection = fixture.page.connect(hello, isNew: isNew)
                try receiveFrames()
            }

            /// Closes the connection.
            func disconnect() {
                fixture.page.disconnect(connection)
                fixture.page.discardTree()
            }

            /// Receives and applies all available frames.
            func receiveFrames() throws {
                frames = []
                while let browser = fixture.page.browsers[connection], let frame = fixture.page.frame(for: browser) {
                    frames.append(frame)
                    try replica.apply(frame)
                }
            }

            /// Receives all frames, and expects that the browser shows the drawn page.
            func check() throws {
                try receiveFrames()
                #expect(replica.outline == fixture.page.drawn.children.map(\.outline).joined(separator: " "))
            }

            /// Returns the reference of the first control with this text or attribute value.
            func reference(of label: String) throws -> String { try #require(find(label, replica.root), "“\(label)”") }

            private func find(_ label: String, _ node: Replica.Node) -> String? {
                let attributes = node.attributes
                let name = attributes["data-r"] ?? (attributes["name"] == "r" ? attributes["value"] : nil)
                let field = attributes["name"].flatMap { $0.hasPrefix("f") ? String($0.dropFirst()) : nil }
                let isMeant =
                    node.children.contains { $0.tag == nil && $0.text == label } || attributes.values.contains(label)
                let listener = attributes["data-m-on"]?.split(separator: " ").first.map(String.init)
                if isMeant, let found = name ?? field ?? listener { return found }
                for child in node.children { if let found = find(label, child) { return found } }
                return nil
            }

            /// Sends a frame as the script would.
            @discardableResult
            func send(
                _ reference: String, _ value: String? = nil, event: String? = nil, number: Int? = nil,
                sequence: Int? = nil
            ) -> String? {
                if number == nil { self.number += 1 }
                let parts = (event.map { ",\"e\":\"\($0)\"" } ?? "") + (value.map { ",\"v\":\($0)" } ?? "")
                let frame =
                    "{\"n\":\(number ?? self.number),\"q\":\(sequence ?? replica.sequence),\"r\":\"\(reference)\"\(parts)}"
                return fixture.page.receive(frame, on: connection)
            }

            /// Presses the control with this label, and receives all frames.
            ///
            /// - Returns: The last acknowledgement.
            @discardableResult
            func press(_ label: String) throws -> String {
                send(try reference(of: label))
                try receiveFrames()
                return replica.acknowledgements.last ?? ""
            }

            /// Reports an event of the element with this label, and receives all frames.
            ///
            /// - Returns: The last acknowledgement.
            @discardableResult
            func report(_ event: String, _ value: String? = nil, of label: String) throws -> String {
                send(try reference(of: label), value, event: event)
                try receiveFrames()
                return replica.acknowledgements.last ?? ""
            }

            /// Changes the value of a field, and receives all frames.
            ///
            /// - Returns: The last acknowledgement.
            @discardableResult
            func type(_ value: String, into label: String) throws -> String {
                let reference = try reference(of: label)
                replica.type(value, into: reference)
                send(reference, value)
                try receiveFrames()
                return replica.acknowledgements.last ?? ""
            }

            /// Reports that the browser went to an entry of its history.
            func go(_ entry: Int, _ url: String) throws {
                number += 1
                _ = fixture.page.receive(
                    "{\"n\":\(number),\"q\":\(replica.sequence),\"go\":\(entry),\"a\":\"\(url)\"}", on: connection)
                try receiveFrames()
            }
        }
    }

    extension Page {
        /// Handles frames that arrive together, in turns. Returns the number of turns, and the message for the user.
        func receiveAll(_ texts: [String], on number: Int) -> (turns: Int, problem: String?) {
            var (rest, turns) = (texts.map(ClientFrame.decode)[...], 0)
            while !rest.isEmpty {
                let (count, problem) = receive(Array(rest), on: number, isRest: turns > 0)
                turns += 1
                if let problem { return (turns, problem) }
                rest.removeFirst(count)
            }
            return (turns, nil)
        }

        /// Waits until a connection may have a frame. Returns `false` when the connection or the page has ended.
        func mayHaveFrame(on number: Int, isolation: isolated (any Actor) = #isolation) async -> Bool {
            if case .ended = await nextFrame(on: number, if: { false }) { false } else { true }
        }

        /// Shows a URL, and returns the document that does not wait for effects.
        func open(_ url: String) -> PageContent {
            let isFound = show(url)
            return content(isFound: isFound)
        }

        /// Handles a form, and returns the document that does not wait for effects.
        func submit(_ fields: [(name: String, value: String)], number: Int) -> PageContent {
            let message = handle(fields, number: number)
            return content(message: message)
        }
    }
#endif
