#if Hummingbird || App
    import Testing

    @testable import WebTestSupport

    /// A change of the document by a browser extension or a translation. The raw value is a function of
    /// ``foreignChanges``.
    enum ForeignChange: String, CaseIterable {
        case prepend, append, between, text, comment, wrapEach, wrapAll, remove, empty, reverse, moveOut
        case replaceByCopies, translate, translateInPlace, normalize
    }

    /// The changes as functions of the element whose children are changed.
    let foreignChanges = """
        {
            const added = () => Object.assign(document.createElement("x-foreign"), { textContent: "⟦foreign⟧" });
            const wrapper = () => document.createElement("x-foreign");
            const texts = (parent) => {
                const [walker, all] = [document.createTreeWalker(parent, NodeFilter.SHOW_TEXT), []];
                while (walker.nextNode()) all.push(walker.currentNode);
                // No translation changes what a person has written.
                return all.filter((each) => !each.parentNode.matches("textarea"));
            };
            const translation = ({ data }) => {
                const [outer, inner] = [document.createElement("font"), document.createElement("font")];
                inner.textContent = `⟦${data}⟧`;
                outer.append(inner);
                return outer;
            };
            window.foreign = {
                prepend: (parent) => parent.prepend(added()),
                append: (parent) => parent.append(added()),
                between: (parent) => [...parent.childNodes].forEach((each) => each.before(added())),
                text: (parent) => parent.prepend("⟦foreign⟧"),
                comment: (parent) => parent.prepend(new Comment("foreign")),
                wrapEach: (parent) => [...parent.childNodes].forEach((each) => {
                    const outer = wrapper();
                    each.before(outer);
                    outer.append(each);
                }),
                wrapAll: (parent) => {
                    const outer = wrapper();
                    outer.append(...parent.childNodes);
                    parent.append(outer);
                },
                remove: (parent) => parent.firstChild?.remove(),
                empty: (parent) => parent.replaceChildren(),
                reverse: (parent) => parent.append(...[...parent.childNodes].reverse()),
                moveOut: (parent) => parent.firstChild && document.body.append(parent.firstChild),
                replaceByCopies: (parent) =>
                    parent.replaceChildren(...[...parent.childNodes].map((each) => each.cloneNode(true))),
                translate: (parent) => texts(parent).forEach((each) => each.replaceWith(translation(each))),
                translateInPlace: (parent) => texts(parent).forEach((each) => (each.data = `⟦${each.data}⟧`)),
                normalize: (parent) => parent.normalize(),
            };
        }
        """

    /// A part of a page that others change, a patch that concerns it, and what the page then shows.
    struct ForeignPlace: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// The selector of the element whose children are changed.
        let parent: String
        let operation: JSON
        /// An expression for what the page shows.
        let look: String
        let expected: JSON

        private init(_ name: String, in parent: String, _ operation: JSON, _ look: String, _ expected: JSON) {
            (testDescription, self.parent, self.operation, self.look, self.expected) =
                (name, parent, operation, look, expected)
        }

        static let page: JSON = [
            ["ul", ["id": "list"], row("r1", "one"), row("r2", "two"), row("r3", "three")],
            ["p", ["id": "p"], "first ", ["i", [:], "second"], " third"],
            [
                "div", ["id": "fields"], ["input", ["id": "f", "form": "m-form", "name": "f3", "value": "ab"]],
                ["input", ["id": "c", "form": "m-form", "name": "f4", "type": "checkbox"]],
                ["textarea", ["id": "a", "form": "m-form", "name": "f6", "value": "ab"]],
            ],
            [
                "select", ["id": "s", "form": "m-form", "name": "f5", "value": "a"], ["option", ["value": "a"], "A"],
                ["option", ["value": "b"], "B"],
            ],
            [
                "table", [:],
                [
                    "tbody", ["id": "t"], ["tr", ["id": "t1"], ["td", [:], "1"]],
                    ["tr", ["id": "t2"], ["td", [:], "2"]],
                ],
            ],
            [
                "svg", [:],
                ["g", ["id": "g"], ["circle", ["id": "c1", "r": "1"]], ["circle", ["id": "c2", "r": "2"]]],
            ],
            ["dialog", ["id": "d", "open": ""], ["p", [:], "Question"], ["button", [:], "Answer"]],
            ["div", ["id": "hook", "data-m-hook": "chart"]],
        ]

        private static func row(_ id: JSON, _ text: JSON) -> JSON {
            ["li", ["id": id], ["b", [:], text], ["button", [:], "Like"]]
        }

        private static let list = "[...document.querySelectorAll('#list li')].map((each) => each.id)"
        private static let newRow = ids(of: "li", around: "b")

        /// Returns an expression for the identities of the rows that contain an element with the text "new".
        private static func ids(of row: String, around element: String) -> String {
            """
            [...document.querySelectorAll("\(element)")].filter((each) => each.textContent === "new")
                .map((each) => each.closest("\(row)").id)
            """
        }

        static let all = [
            ForeignPlace("a row's text, the rows changed", in: "#list", ["x", [0, 1, 0, 0], "new"], newRow, ["r2"]),
            ForeignPlace("a row's text, the row changed", in: "#r2", ["x", [0, 1, 0, 0], "new"], newRow, ["r2"]),
            ForeignPlace(
                "a row's text, the text changed", in: "#r2 b", ["x", [0, 1, 0, 0], "new"],
                "[r2.querySelector('b').textContent.replace(/⟦foreign⟧/g, ''), r1.querySelector('b').textContent]",
                ["new", "one"]),
            ForeignPlace("a row's text, the page changed", in: "#m-page", ["x", [0, 1, 0, 0], "new"], newRow, ["r2"]),
            ForeignPlace(
                "a row's attribute", in: "#list", ["a", [0, 1], ["class": "new"]],
                "[...document.querySelectorAll('.new')].map((each) => each.id)", ["r2"]),
            ForeignPlace(
                "a new row", in: "#list", ["c", [0], [["+", 1, [row("r4", "four")]]]], list,
                ["r1", "r4", "r2", "r3"]),
            ForeignPlace(
                "a new last row", in: "#list", ["c", [0], [["+", 3, [row("r4", "four")]]]], list,
                ["r1", "r2", "r3", "r4"]),
            ForeignPlace(
                "moved rows", in: "#list", ["c", [0], [[">", 2, 0], [">", 1, 2]]], list, ["r3", "r2", "r1"]),
            ForeignPlace("removed rows", in: "#list", ["c", [0], [["-", 1, 1]]], list, ["r1", "r3"]),
            ForeignPlace(
                "a text between elements", in: "#p", ["x", [1, 2], "new"],
                "['new', ' third'].map((each) => document.querySelector('#p').textContent.split(each).length - 1)",
                [1, 0]),
            ForeignPlace(
                "the value of a text field", in: "#fields", ["v", [2, 0], "XYab"],
                "document.querySelector('#f').value", "XYab"),
            ForeignPlace(
                "a checkbox", in: "#fields", ["v", [2, 1], true], "document.querySelector('#c').checked", true),
            ForeignPlace(
                "the value of a text area", in: "#fields", ["v", [2, 2], "XYab"],
                "document.querySelector('#a').value", "XYab"),
            ForeignPlace(
                "the options of a menu", in: "#s", ["c", [3], [["+", 1, [["option", ["value": "c"], "C"]]]]],
                "[...document.querySelectorAll('#s option')].map((each) => each.value)", ["a", "c", "b"]),
            ForeignPlace(
                "a cell of a table", in: "#t", ["x", [4, 0, 1, 0, 0], "new"],
                ids(of: "tr", around: "td"), ["t2"]),
            ForeignPlace(
                "a drawing", in: "#g", ["a", [5, 0, 1], ["r": "9"]],
                "[...document.querySelectorAll('[r=\"9\"]')].map((each) => each.id)", ["c2"]),
            ForeignPlace(
                "an open dialog", in: "#d", ["x", [6, 0, 0], "new"],
                "[...document.querySelectorAll('#d p')].map((each) => each.textContent)", ["new"]),
            ForeignPlace(
                "the element of a hook", in: "#hook", ["c", [7], [["+", 0, [["i", [:], "own"]]]]],
                "document.querySelectorAll('#hook > i').length", 1),
        ]
    }
#endif
