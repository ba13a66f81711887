// One function for each element that holds others, as in a document. What is an element's own attribute is given by modifiers.

/// A part of a page without a meaning of its own.
public func div<Action>(@HTMLBuilder<Action> _ content: () -> HTML<Action>) -> HTML<Action> { make(.div, content) }

/// A part of a text without a meaning of its own.
public func span<Action>(@HTMLBuilder<Action> _ content: () -> HTML<Action>) -> HTML<Action> { make(.span, content) }

/// A part of a page with a heading.
public func section<Action>(@HTMLBuilder<Action> _ content: () -> HTML<Action>) -> HTML<Action> {
    make(.section, content)
}

/// What would stand by itself.
public func article<Action>(@HTMLBuilder<Action> _ content: () -> HTML<Action>) -> HTML<Action> {
    make(.article, content)
}

/// What introduces a part.
public func header<Action>(@HTMLBuilder<Action> _ content: () -> HTML<Action>) -> HTML<Action> {
    make(.header, content)
}

/// What ends a part.
public func footer<Action>(@HTMLBuilder<Action> _ content: () -> HTML<Action>) -> HTML<Action> {
    make(.footer, content)
}

/// Ways to other places.
public func nav<Action>(@HTMLBuilder<Action> _ content: () -> HTML<Action>) -> HTML<Action> { make(.nav, content) }

/// What stands beside the matter.
public func aside<Action>(@HTMLBuilder<Action> _ content: () -> HTML<Action>) -> HTML<Action> { make(.aside, content) }

/// The matter of a page.
public func main<Action>(@HTMLBuilder<Action> _ content: () -> HTML<Action>) -> HTML<Action> { make(.main, content) }

/// The heading of a page.
public func h1<Action>(@HTMLBuilder<Action> _ content: () -> HTML<Action>) -> HTML<Action> { make(.h1, content) }

/// A heading of the second level.
public func h2<Action>(@HTMLBuilder<Action> _ content: () -> HTML<Action>) -> HTML<Action> { make(.h2, content) }

/// A heading of the third level.
public func h3<Action>(@HTMLBuilder<Action> _ content: () -> HTML<Action>) -> HTML<Action> { make(.h3, content) }

/// A heading of the fourth level.
public func h4<Action>(@HTMLBuilder<Action> _ content: () -> HTML<Action>) -> HTML<Action> { make(.h4, content) }

/// A paragraph.
public func p<Action>(@HTMLBuilder<Action> _ content: () -> HTML<Action>) -> HTML<Action> { make(.p, content) }

/// A quotation.
public func blockquote<Action>(@HTMLBuilder<Action> _ content: () -> HTML<Action>) -> HTML<Action> {
    make(.blockquote, content)
}

/// A text with its line breaks and spaces.
public func pre<Action>(@HTMLBuilder<Action> _ content: () -> HTML<Action>) -> HTML<Action> { make(.pre, content) }

/// A list in no order.
public func ul<Action>(@HTMLBuilder<Action> _ content: () -> HTML<Action>) -> HTML<Action> { make(.ul, content) }

/// A list in order.
public func ol<Action>(@HTMLBuilder<Action> _ content: () -> HTML<Action>) -> HTML<Action> { make(.ol, content) }

/// An item of a list.
public func li<Action>(@HTMLBuilder<Action> _ content: () -> HTML<Action>) -> HTML<Action> { make(.li, content) }

/// A list of terms and what is said of each.
public func dl<Action>(@HTMLBuilder<Action> _ content: () -> HTML<Action>) -> HTML<Action> { make(.dl, content) }

/// A term.
public func dt<Action>(@HTMLBuilder<Action> _ content: () -> HTML<Action>) -> HTML<Action> { make(.dt, content) }

/// What is said of a term.
public func dd<Action>(@HTMLBuilder<Action> _ content: () -> HTML<Action>) -> HTML<Action> { make(.dd, content) }

/// A picture with its caption.
public func figure<Action>(@HTMLBuilder<Action> _ content: () -> HTML<Action>) -> HTML<Action> {
    make(.figure, content)
}

/// The caption of a figure.
public func figcaption<Action>(@HTMLBuilder<Action> _ content: () -> HTML<Action>) -> HTML<Action> {
    make(.figcaption, content)
}

/// A part that the reader opens.
public func details<Action>(@HTMLBuilder<Action> _ content: () -> HTML<Action>) -> HTML<Action> {
    make(.details, content)
}

/// What is seen of details that are not open.
public func summary<Action>(@HTMLBuilder<Action> _ content: () -> HTML<Action>) -> HTML<Action> {
    make(.summary, content)
}

/// A text that matters.
public func strong<Action>(@HTMLBuilder<Action> _ content: () -> HTML<Action>) -> HTML<Action> {
    make(.strong, content)
}

/// A text that is stressed.
public func em<Action>(@HTMLBuilder<Action> _ content: () -> HTML<Action>) -> HTML<Action> { make(.em, content) }

/// A remark.
public func small<Action>(@HTMLBuilder<Action> _ content: () -> HTML<Action>) -> HTML<Action> { make(.small, content) }

/// A text that is pointed at.
public func mark<Action>(@HTMLBuilder<Action> _ content: () -> HTML<Action>) -> HTML<Action> { make(.mark, content) }

/// A text of a program.
public func code<Action>(@HTMLBuilder<Action> _ content: () -> HTML<Action>) -> HTML<Action> { make(.code, content) }

/// A key.
public func kbd<Action>(@HTMLBuilder<Action> _ content: () -> HTML<Action>) -> HTML<Action> { make(.kbd, content) }

/// A time.
public func time<Action>(@HTMLBuilder<Action> _ content: () -> HTML<Action>) -> HTML<Action> { make(.time, content) }

/// A subscript.
public func sub<Action>(@HTMLBuilder<Action> _ content: () -> HTML<Action>) -> HTML<Action> { make(.sub, content) }

/// A superscript.
public func sup<Action>(@HTMLBuilder<Action> _ content: () -> HTML<Action>) -> HTML<Action> { make(.sup, content) }

/// A table; put the rows into a tbody, as a browser would.
public func table<Action>(@HTMLBuilder<Action> _ content: () -> HTML<Action>) -> HTML<Action> { make(.table, content) }

/// What a table is about.
public func caption<Action>(@HTMLBuilder<Action> _ content: () -> HTML<Action>) -> HTML<Action> {
    make(.caption, content)
}

/// The head of a table.
public func thead<Action>(@HTMLBuilder<Action> _ content: () -> HTML<Action>) -> HTML<Action> { make(.thead, content) }

/// The rows of a table.
public func tbody<Action>(@HTMLBuilder<Action> _ content: () -> HTML<Action>) -> HTML<Action> { make(.tbody, content) }

/// A row of a table.
public func tr<Action>(@HTMLBuilder<Action> _ content: () -> HTML<Action>) -> HTML<Action> { make(.tr, content) }

/// A heading in a table.
public func th<Action>(@HTMLBuilder<Action> _ content: () -> HTML<Action>) -> HTML<Action> { make(.th, content) }

/// A cell of a table.
public func td<Action>(@HTMLBuilder<Action> _ content: () -> HTML<Action>) -> HTML<Action> { make(.td, content) }

/// A group of fields.
public func fieldset<Action>(@HTMLBuilder<Action> _ content: () -> HTML<Action>) -> HTML<Action> {
    make(.fieldset, content)
}

/// What a group of fields is about.
public func legend<Action>(@HTMLBuilder<Action> _ content: () -> HTML<Action>) -> HTML<Action> {
    make(.legend, content)
}

/// The label of the field that is in it.
public func label<Action>(@HTMLBuilder<Action> _ content: () -> HTML<Action>) -> HTML<Action> { make(.label, content) }

/// A break of the line.
public func br<Action>() -> HTML<Action> { HTML(HTMLElement(.br)) }

/// A break of the matter.
public func hr<Action>() -> HTML<Action> { HTML(HTMLElement(.hr)) }

private func make<Action>(_ tag: HTMLTag, _ content: () -> HTML<Action>) -> HTML<Action> {
    HTML(HTMLElement(tag, [], content().nodes))
}
