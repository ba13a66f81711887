#if Web || Hummingbird || App
    /// The HTML document that contains a page.
    enum Document {
        /// Returns the document.
        ///
        /// - Parameters:
        ///   - elementStyles: The URL of the style sheet with the declarations of the elements.
        ///   - version: The version of the files that the document refers to.
        ///   - acceptsSockets: Whether the server accepts WebSockets. Defaults to `true`.
        ///   - hasFewPages: Whether the server has so few live pages that all of them may reconnect at once. Defaults to `false`.
        static func html(
            _ content: PageContent, session: String, elementStyles: String? = nil, version: String = "",
            acceptsSockets: Bool = true, hasFewPages: Bool = false, _ configuration: LivePages.Configuration
        ) -> String {
            let urls =
                configuration.allStylesheets.map(configuration.url)
                + (elementStyles.map { ["\(configuration.url(ofFile: $0))?s=\(session)"] } ?? [])
            let styles = urls.map { style in
                #"<link rel="stylesheet" href="\#(escape(style))">"#
            }
            let scripts = (["/millrace/millrace.js"] + configuration.scripts).map(configuration.url).map { script in
                #"<script type="module" src="\#(escape(script))"></script>"#
            }
            let base = escape(configuration.mount.path)
            let flags = (acceptsSockets ? "" : " data-events") + (hasFewPages ? " data-few" : "")
            let status = content.message.map { ">\(escape($0))" } ?? " hidden>"
            // The browser must not validate the live fields: an invalid one would block every button of the page.
            // There is no white space between elements: it would create text nodes that the script does not know.
            return """
                <!doctype html><html lang="\(escape(configuration.language))" data-session="\(session)" data-version="\(version)" data-base="\(base)" \
                data-seq="\(content.sequence)" data-checksum="\(content.checksum)" data-trail="\(escape(JSONWriter.array(content.trail)))" \
                data-texts="\(escape(clientTexts(configuration.texts)))"\(flags)><head><meta charset="utf-8">\
                <meta name="viewport" content="width=device-width, initial-scale=1">\
                <title>\(escape(content.title))</title>\(styles.joined())\(scripts.joined())\
                <link rel="icon" href="\(escape(configuration.url(ofFile: configuration.icon)))"></head><body>\
                <form id="m-form" method="post" action="\(base)/millrace/send?s=\(session)&amp;q=\(content.sequence)" novalidate hidden>\
                <button name="r" value="" hidden></button></form>\
                <div id="m-status" role="status"\(status)</div><div id="m-page">\(content.html)</div></body></html>
                """
        }

        /// The texts that the script shows, as JSON.
        static func clientTexts(_ texts: PageTexts) -> String {
            let keys: [PageTexts.Key] = [.noConnection, .serverBusy, .notSent, .notSaved, .insert, .discard]
            return JSONWriter.object(Dictionary(uniqueKeysWithValues: keys.map { ($0.rawValue, texts[$0]) }))
        }

        /// Escapes text for HTML content and quoted attribute values.
        static func escape(_ text: String) -> String {
            var writer = HTMLWriter()
            writer.escape(text)
            return writer.source
        }
    }
#endif
