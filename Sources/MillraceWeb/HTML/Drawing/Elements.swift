// One function for each HTML element with content. Modifiers set the attributes.

/// Creates a `div`: a generic container.
public func div<Action>(@HTMLBuilder<Action> _ content: () -> HTML<Action>) -> HTML<Action> { make("div", content) }

/// Creates a `span`: a generic part of a text.
public func span<Action>(@HTMLBuilder<Action> _ content: () -> HTML<Action>) -> HTML<Action> { make("span", content) }

/// Creates a `section`: a part of a page with a heading.
public func section<Action>(@HTMLBuilder<Action> _ content: () -> HTML<Action>) -> HTML<Action> {
    make("section", content)
}

/// Creates an `article`: self-contained content.
public func article<Action>(@HTMLBuilder<Action> _ content: () -> HTML<Action>) -> HTML<Action> {
    make("article", content)
}

/// Creates a `header`: the introduction of a page or a section.
public func header<Action>(@HTMLBuilder<Action> _ content: () -> HTML<Action>) -> HTML<Action> {
    make("header", content)
}

/// Creates a `footer`: the end of a page or a section.
public func footer<Action>(@HTMLBuilder<Action> _ content: () -> HTML<Action>) -> HTML<Action> {
    make("footer", content)
}

/// Creates a `nav`: navigation links.
public func nav<Action>(@HTMLBuilder<Action> _ content: () -> HTML<Action>) -> HTML<Action> { make("nav", content) }

/// Creates an `aside`: content beside the main content.
public func aside<Action>(@HTMLBuilder<Action> _ content: () -> HTML<Action>) -> HTML<Action> { make("aside", content) }

/// Creates a `main`: the main content of a page.
public func main<Action>(@HTMLBuilder<Action> _ content: () -> HTML<Action>) -> HTML<Action> { make("main", content) }

/// Creates an `h1`: the heading of a page.
public func h1<Action>(@HTMLBuilder<Action> _ content: () -> HTML<Action>) -> HTML<Action> { make("h1", content) }

/// Creates an `h2`: a heading of the second level.
public func h2<Action>(@HTMLBuilder<Action> _ content: () -> HTML<Action>) -> HTML<Action> { make("h2", content) }

/// Creates an `h3`: a heading of the third level.
public func h3<Action>(@HTMLBuilder<Action> _ content: () -> HTML<Action>) -> HTML<Action> { make("h3", content) }

/// Creates an `h4`: a heading of the fourth level.
public func h4<Action>(@HTMLBuilder<Action> _ content: () -> HTML<Action>) -> HTML<Action> { make("h4", content) }

/// Creates a `p`: a paragraph.
public func p<Action>(@HTMLBuilder<Action> _ content: () -> HTML<Action>) -> HTML<Action> { make("p", content) }

/// Creates a `blockquote`: a quotation.
public func blockquote<Action>(@HTMLBuilder<Action> _ content: () -> HTML<Action>) -> HTML<Action> {
    make("blockquote", content)
}

/// Creates a `pre`: a text that keeps its line breaks and spaces.
public func pre<Action>(@HTMLBuilder<Action> _ content: () -> HTML<Action>) -> HTML<Action> { make("pre", content) }

/// Creates a `ul`: an unordered list.
public func ul<Action>(@HTMLBuilder<Action> _ content: () -> HTML<Action>) -> HTML<Action> { make("ul", content) }

/// Creates an `ol`: an ordered list.
public func ol<Action>(@HTMLBuilder<Action> _ content: () -> HTML<Action>) -> HTML<Action> { make("ol", content) }

/// Creates an `li`: an item of a list.
public func li<Action>(@HTMLBuilder<Action> _ content: () -> HTML<Action>) -> HTML<Action> { make("li", content) }

/// Creates a `dl`: a list of terms and descriptions.
public func dl<Action>(@HTMLBuilder<Action> _ content: () -> HTML<Action>) -> HTML<Action> { make("dl", content) }

/// Creates a `dt`: a term.
public func dt<Action>(@HTMLBuilder<Action> _ content: () -> HTML<Action>) -> HTML<Action> { make("dt", content) }

/// Creates a `dd`: the description of a term.
public func dd<Action>(@HTMLBuilder<Action> _ content: () -> HTML<Action>) -> HTML<Action> { make("dd", content) }

/// Creates a `figure`: an image or another illustration, with an optional caption.
public func figure<Action>(@HTMLBuilder<Action> _ content: () -> HTML<Action>) -> HTML<Action> {
    make("figure", content)
}

/// Creates a `figcaption`: the caption of a figure.
public func figcaption<Action>(@HTMLBuilder<Action> _ content: () -> HTML<Action>) -> HTML<Action> {
    make("figcaption", content)
}

/// Creates a `details` element: content that the user can expand.
public func details<Action>(@HTMLBuilder<Action> _ content: () -> HTML<Action>) -> HTML<Action> {
    make("details", content)
}

/// Creates a `summary`: the visible heading of a `details` element.
public func summary<Action>(@HTMLBuilder<Action> _ content: () -> HTML<Action>) -> HTML<Action> {
    make("summary", content)
}

/// Creates a `strong` element: important text.
public func strong<Action>(@HTMLBuilder<Action> _ content: () -> HTML<Action>) -> HTML<Action> {
    make("strong", content)
}

/// Creates an `em` element: emphasized text.
public func em<Action>(@HTMLBuilder<Action> _ content: () -> HTML<Action>) -> HTML<Action> { make("em", content) }

/// Creates a `small` element: a side comment.
public func small<Action>(@HTMLBuilder<Action> _ content: () -> HTML<Action>) -> HTML<Action> { make("small", content) }

/// Creates a `mark` element: highlighted text.
public func mark<Action>(@HTMLBuilder<Action> _ content: () -> HTML<Action>) -> HTML<Action> { make("mark", content) }

/// Creates a `code` element: a piece of source code.
public func code<Action>(@HTMLBuilder<Action> _ content: () -> HTML<Action>) -> HTML<Action> { make("code", content) }

/// Creates a `kbd` element: a key or another input.
public func kbd<Action>(@HTMLBuilder<Action> _ content: () -> HTML<Action>) -> HTML<Action> { make("kbd", content) }

/// Creates a `time` element: a date or a time.
public func time<Action>(@HTMLBuilder<Action> _ content: () -> HTML<Action>) -> HTML<Action> { make("time", content) }

/// Creates a `sub` element: a subscript.
public func sub<Action>(@HTMLBuilder<Action> _ content: () -> HTML<Action>) -> HTML<Action> { make("sub", content) }

/// Creates a `sup` element: a superscript.
public func sup<Action>(@HTMLBuilder<Action> _ content: () -> HTML<Action>) -> HTML<Action> { make("sup", content) }

/// Creates a `fieldset`: a group of fields.
public func fieldset<Action>(@HTMLBuilder<Action> _ content: () -> HTML<Action>) -> HTML<Action> {
    make("fieldset", content)
}

/// Creates a `legend`: the title of a group of fields.
public func legend<Action>(@HTMLBuilder<Action> _ content: () -> HTML<Action>) -> HTML<Action> {
    make("legend", content)
}

/// Creates a `label` for the field in it.
public func label<Action>(@HTMLBuilder<Action> _ content: () -> HTML<Action>) -> HTML<Action> { make("label", content) }

/// Creates an `output`: a result that the page has computed. Assistive technology announces its changes.
public func output<Action>(@HTMLBuilder<Action> _ content: () -> HTML<Action>) -> HTML<Action> {
    make("output", content)
}

/// Creates a `dialog`: a box over the page, which is blocked while the dialog is open. The browser moves the focus into it
/// and back.
///
/// Without JavaScript, the rest of the page is not blocked. For a screen with a state of its own, present a module as a sheet.
///
/// - Parameters:
///   - isOpen: Whether the dialog is visible. The state decides it; a button in the dialog sends the action that closes it.
///   - label: The name of the dialog for assistive technology.
///   - cancel: The action that is sent when the user presses Escape. Defaults to none.
///   - content: The content.
public func dialog<Action>(
    isOpen: Bool, label: String, cancel: Action? = nil, @HTMLBuilder<Action> _ content: () -> HTML<Action>
) -> HTML<Action> {
    let dialog = make("dialog", content).aria("label", label).open(isOpen)
    return cancel.map { dialog.listening(to: HTMLEvent("cancel", $0)) } ?? dialog
}

/// Creates a `br`: a line break.
public func br<Action>() -> HTML<Action> { HTML(HTMLElement("br")) }

/// Creates an `hr`: a thematic break.
public func hr<Action>() -> HTML<Action> { HTML(HTMLElement("hr")) }

func make<Action>(_ tag: HTMLTag, @HTMLBuilder<Action> _ content: () -> HTML<Action>) -> HTML<Action> {
    HTML(HTMLElement(tag, [], content().nodes))
}
