#if Testing || App
    import Foundation
    import Millrace
    import MillraceTesting
    import Testing

    @Suite("Graph of a search")
    struct GraphTests {
        private let graph = Wizard.explorer(careless: false).graph { caseName(of: $0.state) }

        @Test("a graph has a Mermaid text")
        func mermaid() {
            #expect(
                graph.mermaid == """
                    stateDiagram-v2
                        [*] --> s0
                        s0: nights
                        s1: waiting
                        s2: price
                        s3: trouble
                        s4: booked
                        s0 --> s0: more
                        s0 --> s1: next
                        s1 --> s2: FetchPrice.complete
                        s1 --> s3: FetchPrice.fail(.offline), FetchPrice.timeout
                        s2 --> s0: back
                        s2 --> s4: book
                        s3 --> s0: back

                    """)
        }

        @Test("a graph has a Graphviz text")
        func dot() {
            #expect(
                graph.dot == """
                    digraph {
                        node [shape=box, style=rounded, fontname="sans-serif"]
                        edge [fontname="sans-serif", fontsize=10]
                        s0 [label="nights"]
                        s1 [label="waiting"]
                        s2 [label="price"]
                        s3 [label="trouble"]
                        s4 [label="booked"]
                        s0 -> s0 [label="more"]
                        s0 -> s1 [label="next"]
                        s1 -> s2 [label="FetchPrice.complete"]
                        s1 -> s3 [label="FetchPrice.fail(.offline)\\nFetchPrice.timeout"]
                        s2 -> s0 [label="back"]
                        s2 -> s4 [label="book"]
                        s3 -> s0 [label="back"]
                    }

                    """)
        }

        @Test("nodes have the order in which they were reached, and edges have no duplicates")
        func parts() {
            #expect(graph.nodes == ["nights", "waiting", "price", "trouble", "booked"])
            #expect(Set(graph.edges).count == graph.edges.count)
            #expect(graph.edges.contains(where: { ($0.from, $0.to, $0.label) == (3, 0, "back") }))
            #expect(graph == Wizard.explorer(careless: false).graph { caseName(of: $0.state) })
        }

        @Test("special characters of both languages are escaped")
        func escaped() {
            let graph = Explorer(State.outside, Insisting()).graph { _ in "a \"b\" \\ c; d: #1\ne" }
            #expect(
                graph.mermaid == """
                    stateDiagram-v2
                        [*] --> s0
                        s0: a "b" \\ c#59; d#58; #35;1<br>e

                    """)
            #expect(
                graph.dot == """
                    digraph {
                        node [shape=box, style=rounded, fontname="sans-serif"]
                        edge [fontname="sans-serif", fontsize=10]
                        s0 [label="a \\"b\\" \\\\ c; d: #1\\ne"]
                    }

                    """)
        }

        @Test("the graph of a feature with a violation is complete")
        func violated() {
            let violated = Wizard.explorer(careless: false).never("a step") { $0.state != .nights(1) }
            #expect(violated.explore().bound != nil)
            let whole = violated.graph { caseName(of: $0.state) }
            #expect(whole == graph && whole.isComplete)
        }

        @Test("the graph of a search that a limit ended says that it is not complete")
        func bounded() {
            let bounded = Wizard.explorer(careless: false).limit(depth: 1).graph { caseName(of: $0.state) }
            #expect(!bounded.isComplete)
            #expect(
                bounded.mermaid == """
                    stateDiagram-v2
                        %% A limit ended the search: this graph is not complete.
                        [*] --> s0
                        s0: nights
                        s1: waiting
                        s0 --> s0: more
                        s0 --> s1: next

                    """)
            #expect(
                bounded.dot == """
                    digraph {
                        // A limit ended the search: this graph is not complete.
                        node [shape=box, style=rounded, fontname="sans-serif"]
                        edge [fontname="sans-serif", fontsize=10]
                        s0 [label="nights"]
                        s1 [label="waiting"]
                        s0 -> s0 [label="more"]
                        s0 -> s1 [label="next"]
                    }

                    """)
        }

        @Test("Graphviz creates an image; without Graphviz, an error says so")
        func svg() {
            do {
                let svg = try graph.svg()
                #expect(svg.contains("<svg") && svg.hasSuffix("</svg>\n"))
                for node in graph.nodes { #expect(svg.contains(">\(node)</text>")) }
            } catch {
                #expect(
                    "\(error)" == """
                        Graphviz could not lay out the graph: dot ended with status 127. Install it (apt-get \
                        install graphviz), or use the text of `dot` or `mermaid`.
                        """)
            }
        }

        private typealias State = Insisting.State
    }
#endif
