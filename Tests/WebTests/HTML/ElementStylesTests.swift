#if Web || App
    import Testing

    @testable import MillraceWeb

    /// The style sheets of documents, for pages without JavaScript.
    @Suite struct ElementStylesTests {
        @Test("Server · documents with the same declarations share a sheet, which only its path finds") func sheets()
            throws
        {
            let styles = ElementStyles()
            #expect(styles.path(for: []) == nil)
            let path = try #require(styles.path(for: ["left:1px;top:2px", "width:40%"]))
            #expect(styles.path(for: ["left:1px;top:2px", "width:40%"]) == path)
            #expect(styles.path(for: ["width:40%"]) != path)
            #expect(
                styles.sheet(at: path) == """
                    [data-m-style="left:1px;top:2px"]{left:1px!important;top:2px!important}
                    [data-m-style="width:40%"]{width:40%!important}
                    """)
            #expect(styles.sheet(at: "/millrace/styles/1.css") == nil)
        }

        @Test("Server · the oldest sheets make room, and a sheet that is too long is not kept") func limits() throws {
            let styles = ElementStyles()
            let long = String(repeating: "1", count: ElementStyles.maxSheet / 4)
            let paths = try (0..<60).map { try #require(styles.path(for: ["left:\(long)\($0)px"])) }
            #expect(styles.sheet(at: paths[0]) == nil)
            #expect(styles.sheet(at: paths[59]) != nil)
            #expect(paths.count { styles.sheet(at: $0) != nil } <= ElementStyles.maxBytes / (2 * long.utf8.count))
            #expect(styles.path(for: [String(repeating: "1", count: ElementStyles.maxSheet)]) == nil)
            // A forgotten sheet can be created again.
            #expect(styles.path(for: ["left:\(long)0px"]) != paths[0])
        }
    }
#endif
