import Millrace

extension Fault {
    /// Reports a mistake in a view to the engine of its scene. Outside of a page and of ``WebModule/render(_:)``, prints it.
    static func report(_ problem: String, cause: String, fix: String) {
        let fault = Fault.custom(problem, cause: cause, fix: fix)
        if let budget = HTMLBudget.current { budget.report(fault) } else { print(fault) }
    }

    static func reportElement(_ name: String) {
        report(
            "A view has an element with the name “\(name)”, which is not permitted.",
            cause:
                "With it, a page could run a script, load a document or a style sheet, or replace a form. It was left out.",
            fix: "Use another element. Names have letters, digits and hyphens.")
    }

    static func reportAttribute(_ name: String) {
        report(
            "A view sets an attribute with the name “\(name)”, which is not permitted.",
            cause:
                "It is not a name of lowercase letters, digits and hyphens, runs a script, or is written by the page itself. "
                + "It was left out.",
            fix: "Use another name, a modifier such as class(_:) or style(_:), or an event such as onPointer(_:send:).")
    }

    static func reportPattern() {
        report(
            "A view sets the attribute “pattern” of a field, which is not permitted.",
            cause: "Only a browser would check the pattern, and a client can be anything. It was left out.",
            fix: "Check the text in the init(from:) of the form's type, or in the reducer.")
    }

    static func reportRequiredFile() {
        report(
            "A view requires a value of a file field, which is not possible.",
            cause:
                "The field is empty again as soon as the file has been announced to the server. The rule was left out.",
            fix: "Disable the button until the state has a file.")
    }

    /// The fault omits the value, which may come from a person.
    static func reportStyle(_ name: String) {
        report(
            "A view has a CSS declaration for “\(name)” that is not permitted.",
            cause: "A name has lowercase letters, digits and hyphens, and a value consists of words and numbers. "
                + "The declaration was left out.",
            fix: "Use one of the typed declarations of Style, or a class of a style sheet.")
    }

    static func reportKey(_ key: String) {
        report(
            "A view listens to a key with the name “\(key)”, which does not exist.",
            cause: "A name has 1 to 32 characters and no spaces, except for the space bar. The listener was left out.",
            fix: "Use the name of the key in the DOM: \"a\", \"Enter\", \"ArrowDown\" or \" \".")
    }

    static func reportFieldName(_ name: String) {
        report(
            "A view has a form field whose name has \(name.utf8.count) bytes: “\(name.prefix(32))…”.",
            cause: "A name has at most \(SentValue.maxNameBytes) bytes. The server rejects a form with this field.",
            fix: "Use the name of the property that the field is decoded into.")
    }
}
