#if Web || Hummingbird || App
    import Foundation
    import Millrace
    package import MillraceModules

    /// A picture of a page: the views of some states, without a navigator, an engine and a session.
    ///
    /// Nothing but `view(_:)` and `title(_:)` of the modules is called. The document contains its style sheets. It has no script and no
    /// control that works, and loads nothing: the files that the style sheets refer to are in it, and other images are missing.
    package struct PagePicture {
        /// The content of a scene.
        package enum Content {
            /// A state that the module draws. It must be a state of this module.
            case state(any WebModule, Any)
            /// A sentence that says why there is no state.
            case sentence(String)
        }

        private let configuration: LivePages.Configuration
        private let size: PageSize

        /// Creates a picture with the style sheets, the texts and the limits of pages.
        package init(_ configuration: LivePages.Configuration) {
            self.configuration = configuration
            size = PageSize(PageLimits(nodes: configuration.limits.pageNodes), configuration.texts)
        }

        /// Returns the document that shows these scenes, the oldest first.
        package func document(of scenes: [(scene: Navigator.Scene, content: Content)]) -> PageResponse {
            let views = scenes.map { scene, content in
                let view =
                    switch content {
                    case .state(let module, let state): view(of: module, state, scene)
                    case .sentence(let sentence): SceneView.of(scene, sentence: sentence, size)
                    }
                view.refresh()
                return (scene.id, view)
            }
            let page = WindowView(
                SceneTree(scenes.map(\.scene)), Dictionary(views) { first, _ in first }, configuration.texts
            ).page
            var writer = HTMLWriter()
            for node in page.children { writer.write(node) }
            return response(writer.sourceWithUniqueIDs, writer.styles)
        }

        private func view<M: WebModule>(of module: M, _ state: Any, _ scene: Navigator.Scene) -> SceneView {
            guard let state = state as? M.State else { return .of(scene, sentence: "", size) }
            return module.sceneView(state, as: scene, size)
        }

        private func response(_ html: String, _ styles: [String]) -> PageResponse {
            let sheets = Self.sheets(of: configuration) + [ElementStyles.sheet(of: styles)]
            // As a page whose script runs. An inert page cannot be used: a link in it would load another document into the frame.
            let document = """
                <!doctype html><html lang="\(Document.escape(configuration.language))" data-live="true"><head><meta charset="utf-8">\
                <meta name="viewport" content="width=device-width, initial-scale=1">\
                \(sheets.map { "<style>\(Self.content(of: $0))</style>" }.joined())</head>\
                <body inert><div id="m-page">\(html)</div></body></html>
                """
            var response = PageResponse(200, type: "text/html; charset=utf-8", Array(document.utf8))
            response["Content-Security-Policy"] =
                "sandbox; default-src 'none'; script-src 'none'; style-src 'unsafe-inline'; img-src data:; "
                + "font-src data:; form-action 'none'; base-uri 'none'; frame-ancestors 'self'"
            return response
        }

        /// The style sheets of a document, in its order. Those of other servers are left out.
        private static func sheets(of configuration: LivePages.Configuration) -> [String] {
            let builtIn = [
                "/millrace/millrace.css": PackageResources.millrace_css,
                "/millrace/style.css": PackageResources.style_css,
            ]
            return configuration.allStylesheets.compactMap { url in
                let bytes = builtIn[url] ?? configuration.files.first { $0.path == url }?.bytes
                return bytes.map { withFiles(String(decoding: $0, as: UTF8.self), configuration.files) }
            }
        }

        /// Returns a style sheet that contains the files to which it refers.
        private static func withFiles(_ sheet: String, _ files: [WebFile]) -> String {
            files.reduce(into: sheet) { sheet, file in
                guard sheet.contains(file.path) else { return }
                let data = "url(data:\(file.type);base64,\(Data(file.bytes).base64EncodedString()))"
                for quote in ["\"", "'", ""] {
                    sheet = sheet.replacing("url(\(quote)\(file.path)\(quote))", with: data)
                }
            }
        }

        /// Returns a style sheet that cannot end its element.
        private static func content(of sheet: String) -> String { sheet.replacing("</", with: "<\\/") }
    }

    /// Creates a frame with a document of ``LivePages/Configuration/frames``. It runs no script, and has no access to the page.
    ///
    /// - Parameters:
    ///   - path: The path of the document below that of the pages, such as `/frame/3`.
    ///   - label: The title of the frame.
    package func frame<Action>(_ path: String, label: String) -> HTML<Action> {
        let base = HTMLBudget.current?.mountPath ?? ""
        return HTML(
            HTMLElement(
                "iframe",
                [HTMLAttribute("sandbox", ""), HTMLAttribute("title", label), HTMLAttribute("src", base + path)]))
    }
#endif
