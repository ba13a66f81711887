#if Hummingbird || App
    import MillraceModules
    import Foundation
    import GuideBlocks
    import Millrace
    public import MillraceTesting
    import Testing

    import MillraceHummingbird

    @testable import WebTestSupport
    @testable public import MillraceWeb

    extension BrowserTests {
        /// M15: the page conforms to the rules of every host, when it is used with its buttons in a real browser.
        @Suite("M15 · host conformance") struct ConformanceTests {
            @Test("M15 · the page conforms to the rules of every host", arguments: HostConformance.Case.allCases)
            @MainActor func conforms(rule: HostConformance.Case) async {
                await HostConformance(steps: 80, scenes: 60) { navigator in
                    try await BrowserHost(navigator)
                }.check(rule)
            }

            @Test(
                "Pages in a browser · with the style sheet of the gallery, the page conforms to the rules of every host",
                arguments: HostConformance.Case.allCases)
            @MainActor func gallery(rule: HostConformance.Case) async {
                await HostConformance(steps: 20, scenes: 20) { navigator in
                    try await BrowserHost(
                        navigator, style: "Examples/SevenGUIs/Sources/SevenGUIsPages/Resources/gallery.css")
                }.check(rule)
            }
        }
    }

    /// The page of a navigator in a tab.
    @MainActor private final class BrowserHost: HostUnderTest {
        // No button closes the window: the server does not notice when a browser's tab is closed.
        let capabilities = Set(HostConformance.Capability.allCases).subtracting([.closeWindow])
        private let running: Task<Void, any Error>
        private let session: MainActorSession
        private let tab: Tab
        /// The known references, by scene and label.
        private var seen: [String: String] = [:]

        /// Opens the page in a tab.
        ///
        /// - Parameter style: The path of a style sheet in the repository.
        init(_ navigator: Navigator, style: String? = nil) async throws {
            let session = MainActorSession(Page(navigator, id: "host", isShared: true))
            self.session = session
            var configuration = LivePages.Configuration()
            if let style {
                let text = try Guide.text(at: style)
                configuration.files = [WebFile("/style.css", type: "text/css", bytes: Array(text.utf8))]
                configuration.stylesheets = ["/style.css"]
            }
            let server = WebServer(port: 0, configuration, sessions: WebSessions(isShared: true) { _ in session })
            running = Task { try await server.run() }
            tab = try await Browser.shared.tab()
            try await tab.open("http://localhost:\(try await server.port)/")
            try await tab.untilLive()
        }

        func snapshot() async throws -> HostConformance.Snapshot {
            if let page = session.page {
                page.draw()
                try await tab.until(sequence: page.sequence)
            }
            let found = try await tab.run(Self.look)
            for (name, reference) in found["references"].members { seen[name] = reference.text }
            let data = try JSONEncoder().encode(found["shown"])
            return try JSONDecoder().decode(HostConformance.Snapshot.self, from: data)
        }

        private static let look = """
            const references = {};
            const item = (page) => {
                const own = (selector) => [...page.querySelectorAll(selector)].filter((e) => e.closest('.m-page') === page);
                for (const button of own('button')) references[page.dataset.scene + ' ' + button.textContent] = button.value;
                const places = {};
                for (const region of own('.m-region')) {
                    if (region.children.length) places[region.dataset.place] = [...region.children].map(item);
                }
                return { id: Number(page.dataset.scene), text: own('p')[0].textContent, places };
            };
            const stack = (element) => element ? [...element.children].map(item) : [];
            const layers = [...document.querySelectorAll('#m-page > .m-layer > .m-sheet')];
            return { references, shown: { root: stack(document.querySelector('#m-page > .m-window')), modals: layers.map(stack) } };
            """

        func perform(_ gesture: HostConformance.Gesture) async throws {
            switch gesture {
            case .tap(let label, let id): try await press(label, id)
            case .back(let id): try await press("Back", id)
            // If other scenes were pushed on it, the button of the visible scene is used.
            case .dismiss(let id): try await press("Close", try await top(of: id) ?? id)
            case .closeWindow: break
            }
        }

        /// Returns the visible scene of the sheet that contains a scene.
        private func top(of id: Navigator.Scene.ID) async throws -> Navigator.Scene.ID? {
            let script = """
                return document.querySelector(`[data-scene="${arguments[0]}"]`)?.closest('.m-sheet')?.lastElementChild.dataset.scene;
                """
            let name = try await tab.run(script, .number(Double(id.number))).text
            return session.page?.views.keys.first { "\($0)" == name }
        }

        /// Presses a button with the mouse. If the button was removed or a change is on its way to the page, a script
        /// presses the button or a copy of it. This simulates a click just before the change was drawn.
        ///
        /// The mouse needs several commands, and the page must not change between them.
        private func press(_ label: String, _ id: Navigator.Scene.ID) async throws {
            let reference = JSON.string(seen["\(id) \(label)"] ?? "0")
            // One script returns both values. With two scripts, a frame in between could make them contradict each
            // other.
            let look = """
                return [Boolean(document.querySelector(`button[value="${arguments[0]}"]`)), Number(document.documentElement.dataset.seq)];
                """
            let found = try await tab.run(look, reference)
            if found[0] == true, isNewest(found[1]) {
                try await tab.click("button[value=\"\(reference.text ?? "")\"]")
            } else {
                let script = """
                    let button = document.querySelector(`button[value="${arguments[0]}"]`);
                    if (!button) {
                        button = document.createElement('button');
                        Object.assign(button, { name: 'r', value: arguments[0] });
                        button.setAttribute('form', 'm-form');
                        document.body.append(button);
                    }
                    button.click();
                    """
                try await tab.run(script, reference)
            }
            try await tab.untilAnswered()
        }

        /// Whether a page with this sequence number shows the current state. Only the test changes the state.
        private func isNewest(_ sequence: JSON) -> Bool {
            guard let page = session.page else { return false }
            return !page.isOutdated && sequence == .number(Double(page.sequence))
        }

        func end() async {
            running.cancel()
            _ = await running.result
            try? await tab.close()
        }
    }

    extension HostConformance.Page: WebModule {
        /// Returns the text and the buttons that the conformance suite expects.
        public func view(_ state: State) -> HTML<Action> {
            p { state.text }
            for label in Button.allCases { button(label.rawValue, send: label.action) }
            for place in Self.places { region(place) }
        }
    }

    extension HostConformance.Badge: WebModule {
        /// Returns the text and the buttons that the conformance suite expects.
        public func view(_ state: State) -> HTML<Action> {
            p { state.text }
            for label in Button.allCases { button(label.rawValue, send: label.action) }
        }
    }

    extension JSON {
        /// The members, if the value is an object.
        var members: [String: JSON] { if case .object(let members) = self { members } else { [:] } }
    }
#endif
