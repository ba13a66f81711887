#if Hummingbird || App
    import Foundation
    import GuideBlocks
    import Testing

    @testable import MillraceWeb
    @testable import WebTestSupport

    extension BrowserTests {
        /// The style of pages without a style sheet, and of those whose style sheet builds on it.
        @MainActor @Suite("Pages in a browser · the default style") struct DefaultStyleTests {
            private nonisolated static let styleSheets = [
                "", "Examples/SevenGUIs/Sources/SevenGUIsPages/Resources/gallery.css",
                "Sources/MillraceTool/Templates/web/Sources/AppNameViews/Resources/style.css",
            ]

            @Test(
                "Pages in a browser · each text has a contrast of 4.5 or more, light and dark", arguments: styleSheets,
                ["light", "dark"])
            func contrast(styleSheet: String, scheme: String) async throws {
                try await run(styleSheet) { tab in
                    try await tab.runDevToolsCommand(
                        "Emulation.setEmulatedMedia",
                        ["features": [["name": "prefers-color-scheme", "value": .string(scheme)]]])
                    let isDark = "return getComputedStyle(document.documentElement).backgroundColor"
                    #expect(
                        try await tab.run(isDark) == (scheme == "dark" ? "rgb(20, 22, 27)" : "rgb(246, 247, 249)"))
                    #expect(try await tab.run(Guide.text(at: "Examples/Support/low_contrast.js")) == [])
                }
            }

            @Test("Pages in a browser · a page of 390 pixels does not scroll to the side", arguments: styleSheets)
            func narrow(styleSheet: String) async throws {
                try await run(styleSheet) { tab in
                    try await tab.resize(width: 390, height: 800)
                    let width = try await tab.run(
                        "const { scrollWidth, clientWidth } = document.documentElement; return scrollWidth - clientWidth"
                    )
                    #expect(width == 0)
                }
            }

            @Test(
                "Pages in a browser · a sheet fits into a page of 390 pixels with a scrollbar", arguments: styleSheets)
            func sheet(styleSheet: String) async throws {
                try await run(styleSheet) { tab in
                    try await tab.resize(width: 390, height: 400)
                    let width = try await tab.run(
                        """
                        const layer = document.createElement("div");
                        layer.className = "m-layer";
                        layer.innerHTML = '<div class="m-sheet"><section class="m-page"><form><label>Name<input></label></form></section></div>';
                        document.body.append(layer);
                        layer.firstChild.style.height = "900px";
                        layer.style.overflowY = "scroll";
                        layer.style.width = "250px";
                        return layer.scrollWidth - layer.clientWidth;
                        """)
                    #expect(width == 0)
                }
            }

            @Test("Pages in a browser · each rule of the application overrides the default style") func override()
                async throws
            {
                let rule = "* { color: rgb(1, 2, 3); background: rgb(4, 5, 6); padding: 7px; border-radius: 8px }"
                try await run(text: rule) { tab in
                    let differing = """
                        return [...document.querySelectorAll(":is(#m-page, #m-page *):not(input, option, progress, svg *)")].filter((each) => {
                            const { color, backgroundColor, padding, borderRadius } = getComputedStyle(each);
                            return `${color} ${backgroundColor} ${padding} ${borderRadius}` !== "rgb(1, 2, 3) rgb(4, 5, 6) 7px 8px";
                        }).map((each) => each.outerHTML);
                        """
                    let found = try await tab.run(differing)
                    #expect(found == [])
                }
            }

            @Test("Pages in a browser · an application switches the default style off") func off() async throws {
                try await run(text: "", usesDefaultStyle: false) { tab in
                    let sheets = try await tab.run(
                        "return [...document.styleSheets].map((each) => new URL(each.href).pathname)")
                    #expect(sheets == ["/millrace/millrace.css", "/style.css"])
                }
            }

            @Test("Pages in a browser · the default style has at most 250 lines, all in a layer") func size() {
                let text = String(decoding: PackageResources.style_css, as: UTF8.self)
                let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
                #expect(lines.count <= 251)
                #expect(text.firstMatch(of: /\A\/\*[^*]*\*\/\s*@layer millrace \{(\n(?: .*)?)+\n\}\n\z/) != nil)
            }

            private func run(_ path: String, _ body: (Tab) async throws -> Void) async throws {
                try await run(text: path.isEmpty ? "" : Guide.text(at: path), body)
            }

            private func run(
                text: String, usesDefaultStyle: Bool = true, _ body: (Tab) async throws -> Void
            ) async throws {
                let useStyle = { (configuration: inout LivePages.Configuration) in
                    configuration.files = [WebFile("/style.css", type: "text/css", bytes: Array(text.utf8))]
                    configuration.stylesheets = ["/style.css"]
                    configuration.usesDefaultStyle = usesDefaultStyle
                }
                try await LivePageFixture.run(Everything(), configure: useStyle) { fixture in
                    try await body(fixture.openTab())
                }
            }
        }
    }
#endif
