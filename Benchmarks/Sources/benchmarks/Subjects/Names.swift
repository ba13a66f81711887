import MillraceKit

/// Cases like those of an application's actions: some hold something, one more than a few words.
enum Deed {
    case refresh
    case rename(String)
    case fetched(Result<[String], any Error>)
    case moved(from: [Int], to: [Int], because: String)

    static let all: [Deed] = [
        .refresh, .rename("Emma"), .fetched(.success(["Emma", "Ulysses"])),
        .moved(from: [1], to: [2], because: "order"),
    ]
}

/// The name of a case, as the standard library lets one find it.
@inline(never)
func mirroredName(of value: Any) -> String { Mirror(reflecting: value).children.first?.label ?? "\(value)" }

/// Takes the names of all `deeds`, `times` over, and does something with them.
@inline(__always)
func countNames<Deed>(of deeds: [Deed], _ times: Int, _ name: (Deed) -> String) {
    var count = 0
    for _ in 0..<times { for deed in deeds { count &+= name(deed).utf8.count } }
    if count == 0 { print("never") }
}
