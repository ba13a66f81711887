#if Hummingbird || App
    import Millrace
    import Testing

    @testable import MillraceWeb
    @testable import WebTestSupport

    /// A person at the fields of a ``FieldSheet``.
    extension Tab {
        private static let find = """
            const [place, value] = arguments;
            const field = document.querySelector(`#m-page [aria-label="${place}"]`);
            const named = (name) => [...field.querySelectorAll("label, option")].find((each) => each.textContent === name);
            """

        /// Enters a value into a field, as a person would who finishes it.
        func enter(_ value: String, into place: FieldSheet.Place) async throws {
            let script = """
                const box = { toggle: field, radios: named(value)?.control, boxes: named(value)?.control }[place];
                if (box) box.checked = value !== "off";
                else if (place === "picker") named(value).selected = true;
                else field.value = value;
                for (const type of ["input", "change"]) (box ?? field).dispatchEvent(new Event(type, { bubbles: true }));
                """
            try await run(Self.find + script, .string(place.rawValue), .string(value))
        }

        /// Returns what a field shows.
        func shown(_ place: FieldSheet.Place) async throws -> String {
            let script = """
                const checked = () => [...field.querySelectorAll(":checked")].map((each) => each.closest("label, option").textContent);
                if (place === "toggle") return field.checked ? "on" : "off";
                return ["radios", "boxes", "picker"].includes(place) ? checked().join() : field.value;
                """
            return try await run(Self.find + script, .string(place.rawValue)).text ?? ""
        }

        /// Makes each new connection of the page fail, until ``connect()``.
        func preventConnection() async throws {
            try await run(
                """
                window.RealSocket = WebSocket;
                window.WebSocket = class { constructor() { setTimeout(() => this.onclose?.({})); } close() {} };
                """)
        }

        /// Lets the page connect again, and waits until it has.
        func connect() async throws {
            try await run("window.WebSocket = RealSocket; dispatchEvent(new Event('online'))")
            try await untilLive()
            try await untilAnswered()
        }

        /// The messages beside fields.
        var notices: [String] { get async throws { try await texts(".m-draft p") } }

        /// Clicks a button of each message beside a field.
        func clickNotices(_ label: String) async throws {
            try await run(
                """
                for (const each of document.querySelectorAll(".m-draft button")) if (each.textContent === arguments[0]) each.click();
                """, .string(label))
        }
    }

    extension FieldSheet.Place {
        /// The places whose values in both records of ``FieldSheet/records`` differ from each other.
        static let distinct = allCases.filter { $0 != .toggle && $0 != .boxes }
    }

    extension FieldSheet {
        /// The values of the first and the second record, and those that a person enters.
        static let (first, second, entered): ([Place: String], [Place: String], [Place: String]) = (
            [
                .line: "first", .email: "a@b.c", .area: "first\nline", .number: "1", .slider: "1", .fine: "0.1",
                .date: "2001-01-01", .time: "01:00", .color: "#111111", .toggle: "off", .picker: "a", .radios: "a",
                .boxes: "a",
            ],
            [
                .line: "second", .email: "d@e.f", .area: "second\nline", .number: "2", .slider: "2", .fine: "0.2",
                .date: "2002-02-02", .time: "02:00", .color: "#222222", .toggle: "off", .picker: "b", .radios: "b",
                .boxes: "b",
            ],
            [
                .line: "second SECRET", .email: "g@h.i", .area: "second\nSECRET", .number: "7", .slider: "7",
                .fine: "0.7",
                .date: "2007-07-07", .time: "07:00", .color: "#777777", .toggle: "on", .picker: "c", .radios: "c",
                .boxes: "c",
            ]
        )

        /// A page that shows a record.
        static func showing(_ record: Int, isKeyed: Bool) -> FieldSheet {
            var state = State(first, second)
            (state.record, state.isKeyed) = (record, isKeyed)
            return FieldSheet(initial: state)
        }
    }

    extension LivePageFixture {
        /// The state of the newest sheet.
        var sheet: FieldSheet.State { get throws { try store(of: FieldSheet.self).state } }
    }
#endif
