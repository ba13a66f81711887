/// The supported elements. None of them can contain a script, a style sheet or a document from another origin.
enum HTMLTag: String {
    case div, span, section, article, header, footer, nav, aside, main
    case h1, h2, h3, h4, h5, h6, p, blockquote, pre, hr, br
    case ul, ol, li, dl, dt, dd, figure, figcaption, details, summary
    case a, strong, em, b, i, u, s, small, mark, code, kbd, samp, sub, sup, time, abbr, q
    case table, caption, thead, tbody, tfoot, tr, th, td
    case img, progress, meter, output
    case form, fieldset, legend, label, button, input, textarea, select, option
    case svg, path, circle, rect, line, g

    /// Whether the element has no content and no end tag.
    var isVoid: Bool {
        switch self {
        case .hr, .br, .img, .input: true
        default: false
        }
    }
}
