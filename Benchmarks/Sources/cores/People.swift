import LoopbackClients
import PageClients
import Synchronization

/// The times from presses to their effects.
final class Times: Sendable {
    private let all = Mutex<[Duration]>([])

    func add(_ time: Duration) { all.withLock { $0.append(time) } }

    /// Forgets the times so far.
    func reset() { all.withLock { $0 = [] } }

    /// The number of presses, and percentiles of their times in milliseconds.
    var summary: (count: Int, p50: Double, p99: Double, maximum: Double) {
        let sorted = all.withLock { $0 }.sorted().map { $0 / .milliseconds(1) }
        func percentile(_ part: Double) -> Double {
            sorted.isEmpty ? .infinity : sorted[max(0, Int((Double(sorted.count) * part).rounded(.up)) - 1)]
        }
        return (sorted.count, percentile(0.5), percentile(0.99), percentile(1))
    }
}

/// A person who orders another dish again and again, in several tabs that show the list.
final class Person: Sendable {
    /// The number of different dishes: at least twice that of the tabs.
    private static let dishes = 20

    private let number: Int
    private let orders = Atomic(0)

    init(_ number: Int) { self.number = number }

    /// Opens a tab.
    func open(_ tab: Int, in lunch: LunchPages) async throws -> Tab {
        let browser = try await Browser(
            tab, account: "Person \(number)", of: lunch.pages, path: "/", control: "data-m-reset=", field: "dish")
        return Tab(person: self, browser: browser)
    }

    struct Tab: Sendable {
        fileprivate let person: Person
        fileprivate let browser: Browser

        /// Orders as soon as the tab shows the last order.
        func orderAtOnce(_ times: Times) async {
            while !Task.isCancelled {
                let start = ContinuousClock.now
                await order()
                times.add(.now - start)
            }
        }

        /// Orders at a steady rate. The time of an order begins when it is due, so an order that an earlier one delays counts as late.
        func orderSteadily(from start: ContinuousClock.Instant, every interval: Duration, _ times: Times) async {
            var due = start
            while (try? await ContinuousClock().sleep(until: due)) != nil {
                await order()
                times.add(.now - due)
                due += interval
            }
        }

        /// Orders, and returns when the tab shows this order, or a later one of another tab.
        private func order() async {
            let order = person.orders.add(1, ordering: .relaxed).newValue
            await browser.press("Dish \(order % Person.dishes)") { frame in
                guard let dish = frame.text(after: "Your order: Dish ", until: " ").flatMap({ Int($0) }) else {
                    return false
                }
                // Each tab waits for at most one order. So of two orders, the later one is fewer dishes ahead.
                return (dish - order % Person.dishes + Person.dishes) % Person.dishes < Person.dishes / 2
            }
        }
    }
}
