import MillraceHistory
import Foundation
import Millrace
import Testing

struct CaseNameTests {
    @Test("S10 · a case name omits the associated values, for every memory layout of an enum")
    func layouts() {
        #expect([Plain.first, .second, .third].map { caseName(of: $0) } == ["first", "second", "third"])
        #expect([Single.empty, .value([1]), .value([])].map { caseName(of: $0) } == ["empty", "value", "value"])
        #expect(
            [Multiple.number(1), .text("one"), .labelled(a: 1, b: "b"), .nothing, .function { $0 }, .empty].map {
                caseName(of: $0)
            } == ["number", "text", "labelled", "nothing", "function", "empty"])
        #expect(
            [Tree.leaf, .node(.leaf, .node(.leaf, .leaf)), .twig(1)].map { caseName(of: $0) } == [
                "leaf", "node", "twig",
            ])
        #expect(caseName(of: Only.one) == "one" && caseName(of: OnlyHolder.one("1")) == "one")
        #expect([Unreachable.reached, .reached].map { caseName(of: $0) } == ["reached", "reached"])
        #expect(
            [Wide.left(Block()), .right(Block()), .neither].map { caseName(of: $0) } == ["left", "right", "neither"])
        #expect([Result<Int, Oops>.success(1), .failure(Oops())].map { caseName(of: $0) } == ["success", "failure"])
    }

    @Test("S10 · the cases of an enum have distinct numbers from 0, whatever their associated values")
    func numbers() {
        #expect(Set([Plain.first, .second, .third].map { caseNumber(of: $0) }) == [0, 1, 2])
        #expect(caseNumber(of: Multiple.number(1)) == caseNumber(of: Multiple.number(2)))
        #expect(
            Set([Multiple.number(1), .text("one"), .labelled(a: 1, b: "b"), .nothing].map { caseNumber(of: $0) }).count
                == 4)
        #expect(caseNumber(of: 1) == nil && caseNumber(of: "one") == nil)
    }

    @Test(
        "S10 · enums that are generic, nested in generic types or of other modules have case names for each of their types"
    )
    func generics() {
        #expect([Generic<Int>.one(1), .many([1]), .none].map { caseName(of: $0) } == ["one", "many", "none"])
        #expect([Generic<String>.none, .many([]), .one("")].map { caseName(of: $0) } == ["none", "many", "one"])
        #expect([Generic<Void>.one(()), .many([]), .none].map { caseName(of: $0) } == ["one", "many", "none"])
        #expect([Generic<Plain>.one(.first), .none].map { caseName(of: $0) } == ["one", "none"])
        #expect(
            caseName(of: Outer<[Int]>.Inner.holds([1])) == "holds" && caseName(of: Outer<Int>.Inner.plain) == "plain")
        #expect(caseName(of: Event<Fetch>.data("x")) == "data" && caseName(of: Event<Fetch>.progress(())) == "progress")
        #expect(caseName(of: FloatingPointSign.minus) == "minus")
    }

    @Test("S10 · three hundred cases have three hundred names, in any order of access")
    func manyCases() {
        let names = Many.allCases.map { "\($0)" }
        #expect(Many.allCases.reversed().map { caseName(of: $0) } == names.reversed())
        #expect(Many.allCases.map { caseName(of: $0) } == names)
        #expect(names.count == 300 && Set(names).count == 300)
    }

    @Test("S10 · a type's own description or mirror does not change its case names")
    func customDescriptions() {
        #expect([Described.plain, .holding(1)].map { caseName(of: $0) } == ["plain", "holding"])
        #expect([Described.plain, .holding(1)].map { "\($0)" } == ["always the same", "always the same"])
        #expect([Mirrored.plain, .holding(1)].map { caseName(of: $0) } == ["plain", "holding"])
        #expect([RawNamed.first, .second].map { caseName(of: $0) } == ["first", "second"])
    }

    @Test("S10 · the value in an existential has its case name, and an optional is an enum like any other")
    func existentials() {
        let values: [Any] = [Multiple.text("x"), Plain.third, Optional(Plain.first) as Any, Plain?.none as Any]
        #expect(values.map { caseName(of: $0) } == ["text", "third", "some", "none"])
        #expect(values.map(nameInGeneric) == ["text", "third", "some", "none"])
        let errors: [any Error] = [Trouble.small(1), Trouble.big, Oops()]
        #expect(errors.map { caseName(of: $0) } == ["small", "big", "Oops"])
        #expect(errors.map(nameInGeneric) == ["small", "big", "Oops"])
        #expect(caseName(of: Plain?.some(.first)) == "some" && caseName(of: Plain?.none) == "none")
        #expect(caseName(of: Optional(Optional(1))) == "some")
    }

    @Test("S10 · a value that is not an enum has the name of its type")
    func others() {
        #expect(caseName(of: Oops()) == "Oops" && caseName(of: 1) == "Int" && caseName(of: "text") == "String")
        #expect(caseName(of: Owner()) == "Owner" && caseName(of: Owner() as AnyObject) == "Owner")
        #expect(caseName(of: (1, "a")) == "(Int, String)" && caseName(of: ()) == "()")
        #expect(caseName(of: [Plain.first]) == "Array<Plain>" && caseName(of: true) == "Bool")
        #expect(caseName(of: Plain.self) == "Plain.Type" && caseName(of: { (_: Int) in }).hasSuffix("-> ()"))
        #expect(caseName(of: AnyHashable(Plain.first)) == "AnyHashable")
        #expect(caseName(of: ComparisonResult.orderedSame) == "orderedSame")
    }

    @Test("S10 · many threads may ask at once, for equal and different cases, each for the first time")
    func threads() async {
        await withTaskGroup(of: [String].self) { group in
            for start in 0..<8 {
                group.addTask {
                    (0..<200).map { number in
                        let step = start * 7 + number
                        let name = caseName(of: Generic<Step>.one(Step.all[step % Step.all.count]))
                        return "\(name) \(caseName(of: Step.all[step % Step.all.count]))"
                    }
                }
            }
            var names = Set<String>()
            for await some in group { names.formUnion(some) }
            #expect(names == ["one up", "one down", "one left", "one right"])
        }
    }
}

/// Calls `caseName(of:)` where the compiler does not know that the type is an existential.
private func nameInGeneric<Value>(_ value: Value) -> String { caseName(of: [value][0]) }

private enum Plain { case first, second, third }
private enum Single { case empty, value([Int]) }
private enum Multiple {
    case nothing, number(Int), text(String), empty, labelled(a: Int, b: String), function((Int) -> Int)
}
private enum Tree { case leaf; indirect case node(Tree, Tree); case twig(Int) }
private enum Only { case one }
private enum OnlyHolder { case one(String) }
private enum Unreachable { case never(Never), reached }
private struct Block { var words = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9) }
private enum Wide { case left(Block), right(Block), neither }
private enum Generic<Value> { case none, one(Value), many([Value]) }
private struct Outer<Value> { enum Inner { case plain, holds(Value) } }
private enum Step { case up, down(Int), left(String), right; static let all = [up, down(1), left(""), right] }
private enum Trouble: Error { case big, small(Int) }

private enum Described: CustomStringConvertible, CustomDebugStringConvertible {
    case plain, holding(Int)
    var description: String { "always the same" }
    var debugDescription: String { description }
}

private enum Mirrored: CustomReflectable {
    case plain, holding(Int)
    var customMirror: Mirror { Mirror(self, children: ["other": 1], displayStyle: .enum) }
}

private enum RawNamed: String, CodingKey { case first = "a", second = "b" }
