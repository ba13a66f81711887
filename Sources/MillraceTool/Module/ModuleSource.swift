/// The sources of a new module, its view and its test.
struct ModuleSource {
    let request: ModuleRequest
    let shown: [ShownModule]
    /// The beginning of the names of the package's targets.
    let prefix: String

    /// The parameters of the initializer: those of the modules that it shows.
    var parameters: [ShownModule.Parameter] {
        shown.flatMap(\.parameters).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    private var name: String { request.name }
    private var page: Case { request.page }

    /// The source of the module.
    var module: String {
        let requirement = request.requirement
        return """
            package import MillraceKit

            /// The page \(name).
            package struct \(name): Module, Sendable {\(requirementType)
                /// The content of the page.
                package struct State: Hashable, Codable, Sendable {\(lines(requirement.map { "package let \($0.source)" }, 8))\
            \(request.inputs.isEmpty
                ? "" : lines(["/// The last input.", "package internal(set) var lastInput: Input?"], 8))
                }

                /// The actions of the page.
                package enum Action: Hashable, Codable, Sendable {\
            \(request.inputs.isEmpty ? "" : lines(["case input(Input)"], 8))\
            \(request.outputs.isEmpty ? "" : lines(["case output(Output)"], 8))
                    case go(Transition)
                }
            \(enumeration("Input", "The inputs from the module that shows the page.", request.inputs))\
            \(enumeration("Output", "The outputs to the module that shows the page.", request.outputs))
                /// The transitions of the page.
                package enum Transition: Hashable, Codable, Sendable {
                    case close\(lines(shown.map { "case \($0.transition.source)" }, 8))
                }

            \(initializer)

                package func state(for \(stateParameter)) -> State { State(\(stateArguments)) }
            \(request.inputs.isEmpty
                ? "" : "\n    package func receive(_ input: Input) -> Action { .input(input) }\n")
                package func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
                    switch action {\
            \(request.inputs.isEmpty
                ? "" : lines(["case .input(let input):", "    state.lastInput = input", "    return .none"], 8))\
            \(request.outputs.isEmpty ? "" : lines(["case .output(let output): return .output(output)"], 8))
                    case .go(let transition): return .transition(transition)
                    }
                }

                package func route(_ transition: Transition) -> Route<Self> {
                    switch transition {
                    case .close: .close\(lines(shown.map { "case .\($0.transition.pattern): \($0.route)" }, 8))
                    }
                }
            }

            """
    }

    /// The source of the view.
    var view: String {
        let outputs = request.outputs.map {
            "button(\"\(Identifier.label(of: $0.name))\", send: .output(.\($0.value(argument))))"
        }
        let transitions = shown.map {
            "button(\"\(Identifier.label(of: $0.name))\", send: .go(.\($0.transition.value(argument))))"
        }
        let fields = request.requirement.map { "p { \"\($0.name): \\(state.\($0.name))\" }" }
        let input = request.inputs.isEmpty ? [] : ["if let input = state.lastInput { p { \"Last input: \\(input)\" } }"]
        let path = request.requirement.isEmpty ? page.name : page.value { "state.\($0.name)" }
        return """
            package import \(prefix)Core
            package import MillraceWeb

            extension \(name): WebModule {
                package func view(_ state: State) -> HTML<Action> {
                    h1 { "\(Identifier.label(of: name))" }\(lines(fields + input + outputs + transitions, 8))
                    button("Close", send: .go(.close))
                }

                package func title(_ state: State) -> String { "\(Identifier.label(of: name))" }
                package func path(_ state: State) -> String? { Page.\(path).path }
            }

            """
    }

    /// The source of the test.
    var test: String {
        """
        import MillraceKit
        import MillraceTesting
        import Testing

        @testable import \(prefix)Core

        @MainActor @Suite("The page \(name)") struct \(name)Tests {
        \(tests.joined(separator: "\n\n"))
        }

        """
    }

    private var tests: [String] {
        [startTest]
            + request.inputs.map { input in
                let value = ".\(input.value(\.kind.sample))"
                return test(
                    "Keeps the input \(input.name)", input.name,
                    [store, "store.send(input: \(value)) { $0.lastInput = \(value) }"])
            }
            + request.outputs.map { output in
                let value = ".\(output.value(\.kind.sample))"
                return test(
                    "Sends the output \(output.name)", output.name,
                    [store, "store.send(.output(\(value)))", "store.output(\(value))"])
            }
            + [routeTest]
    }

    private var startTest: String {
        let fields = request.requirement.map { "#expect(store.state.\($0.name) == \($0.kind.sample))" }
        let sample = page.value(\.kind.sample)
        return test(
            "Shows what it requires, and is opened by its URL", "starts",
            (fields.isEmpty ? [] : [store] + fields) + [
                "var parts = Page.\(sample).path.split(separator: \"/\").map(String.init)[...]",
                "#expect(parts.popFirst().flatMap { Page(named: $0) { parts.popFirst() } } == .\(sample))",
            ])
    }

    private var routeTest: String {
        let routes = shown.map { shown in
            "#expect(\(sample).operations(for: .\(shown.transition.value(\.kind.sample))) == [\(shown.sampleRoute)])"
        }
        return test(
            shown.isEmpty ? "Closes" : "Closes, and shows \(shown.map(\.name).joined(separator: ", "))", "routes",
            [store, "store.send(.go(.close))", "store.transition(.close)"]
                + ["#expect(\(sample).operations(for: .close) == [.close])"] + routes)
    }

    private var store: String {
        let value = ShownModule.value(of: name, request.requirement, \.kind.sample)
        return "let store = TestStore(\(sample)\(value.map { ", with: \($0)" } ?? ""))"
    }

    /// The creation of the module in a test.
    private var sample: String {
        ShownModule.creation(of: name, parameters) { _ in ShownModule.Parameter.sample }
    }

    private func test(_ sentence: String, _ function: String, _ body: [String]) -> String {
        "    @Test(\"\(sentence)\") func \(function)() {\(lines(body, 8))\n    }"
    }

    // MARK: Parts

    private var requirementType: String {
        guard request.requirement.count > 1 else { return "" }
        let fields = request.requirement
        let names = fields.map(\.name).joined(separator: ", ")
        return lines(
            ["/// The data that the page requires.", "package struct Requirement: Hashable, Codable, Sendable {"]
                + fields.map { "    package let \($0.source)" }
                + [
                    "", "    /// Creates the data.",
                    "    package init(\(fields.map(\.source).joined(separator: ", "))) {",
                    "        (\(fields.map { "self.\($0.name)" }.joined(separator: ", "))) = (\(names))", "    }", "}",
                ], 4) + "\n"
    }

    private var initializer: String {
        let list = parameters.map { "\($0.name): \($0.type)" }.joined(separator: ", ")
        let body = parameters.map { "self.\($0.name) = \($0.name)" }.joined(separator: "; ")
        return String(
            lines(
                parameters.map { "let \($0.name): \($0.type)" } + (parameters.isEmpty ? [] : [""])
                    + ["/// Creates the module.", "package init(\(list)) {\(body.isEmpty ? "" : " \(body) ")}"], 4
            ).dropFirst())
    }

    private var stateParameter: String {
        switch request.requirement.count {
        case 0: "nothing: Void"
        case 1: request.requirement[0].source
        default: "requirement: Requirement"
        }
    }

    private var stateArguments: String {
        let isOne = request.requirement.count == 1
        return request.requirement.map { "\($0.name): \(isOne ? "" : "requirement.")\($0.name)" }.joined(
            separator: ", ")
    }

    private func enumeration(_ type: String, _ summary: String, _ cases: [Case]) -> String {
        guard !cases.isEmpty else { return "" }
        return lines(
            ["/// \(summary)", "package enum \(type): Hashable, Codable, Sendable {"]
                + cases.map { "    case \($0.source)" } + ["}"], 4) + "\n"
    }

    /// The field of the state with the same name and type, otherwise a sample.
    private func argument(for field: Field) -> String {
        request.requirement.contains(field) ? "state.\(field.name)" : field.kind.sample
    }

    /// The lines with an indentation, each after a line break.
    private func lines(_ lines: [String], _ indentation: Int) -> String {
        lines.map { "\n" + ($0.isEmpty ? "" : String(repeating: " ", count: indentation) + $0) }.joined()
    }
}
