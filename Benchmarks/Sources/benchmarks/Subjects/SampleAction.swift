import MillraceKit

/// Cases like those of an application's actions, with payloads of several sizes.
enum SampleAction {
    case refresh
    case rename(String)
    case fetched(Result<[String], any Error>)
    case moved(from: [Int], to: [Int], because: String)

    static let all: [SampleAction] = [
        .refresh, .rename("Emma"), .fetched(.success(["Emma", "Ulysses"])),
        .moved(from: [1], to: [2], because: "order"),
    ]
}

/// Returns the name of a case by reflection.
@inline(never)
func mirroredName(of value: Any) -> String { Mirror(reflecting: value).children.first?.label ?? "\(value)" }

/// Gets the names of all actions a number of times, and uses them.
@inline(__always)
func countNames<Action>(of actions: [Action], _ times: Int, _ name: (Action) -> String) {
    var count = 0
    for _ in 0..<times { for action in actions { count &+= name(action).utf8.count } }
    if count == 0 { print("never") }
}
