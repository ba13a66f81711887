import MillraceExtras
import MillraceTesting
import Testing

@testable import SevenGUIsCore

@MainActor struct FlightBookerTests {
    @Test("Flight booker · a one-way flight needs one valid date")
    func oneWay() {
        let store = TestStore(FlightBooker.State(), FlightBooker())
        store.send(.field(.set(\.arrival, "tomorrow"))) { $0.arrival = "tomorrow" }
        store.send(.field(.set(\.departure, "04.04.2014"))) { $0.departure = "04.04.2014" }
        store.send(.book) { $0.message = "You have booked a one-way flight on 04.04.2014." }
        store.finish()
    }

    @Test("Flight booker · a return flight needs two valid dates in order")
    func returnFlight() {
        let store = TestStore(FlightBooker.State(), FlightBooker())
        store.send(.field(.set(\.kind, .return))) { $0.kind = .return }
        #expect(store.state.canBook, "both dates may be the same")
        store.send(.field(.set(\.departure, "28.03.2014"))) { $0.departure = "28.03.2014" }
        #expect(!store.state.canBook)
        store.send(.book)
        store.send(.field(.set(\.arrival, "01.04.2014"))) { $0.arrival = "01.04.2014" }
        store.send(.book) { $0.message = "You have booked a return flight from 28.03.2014 to 01.04.2014." }
        store.finish()
    }

    @Test(
        "Flight booker · a text is a date only if that day exists",
        arguments: [
            "", "27.03", "27.03.14", "00.03.2014", "31.04.2014", "29.02.2013", "29.02.1900", "1.13.2014", "1.1.2014 ",
        ])
    func invalid(text: String) {
        #expect(Day(text) == nil)
        var state = FlightBooker.State()
        state.departure = text
        #expect(!state.canBook)
    }

    @Test(
        "Flight booker · dates are compared by year, month and day",
        arguments: ["28.12.2013", "26.03.2014", "28.02.2014"])
    func order(earlier: String) throws {
        let day = try #require(Day("27.03.2014"))
        #expect(try #require(Day(earlier)) < day)
        #expect(Day("29.02.2012") != nil && Day("29.02.2000") != nil)
    }
}
