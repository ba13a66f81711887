import Millrace
import MillraceModules
import MillraceWeb

/// A page that was written from the guide alone: a chart, a file upload, a sortable table and a drawing canvas, without
/// JavaScript.
struct Workshop: Module {
    struct Sale: Equatable { let day: String; let amount: Double }
    enum Column: String { case day, amount }

    struct URL: WebURL, Equatable {
        var sort = Column.day
        static let pattern: [WebURLPart<URL>] = [.query("sort", \.sort)]
    }

    /// Reads lines such as `Monday,12.5`.
    struct ReadSales: Command {
        typealias Output = [Sale]
        typealias Progress = Double
        let file: FileUpload
    }

    struct State {
        var url = URL()
        var sales = [Sale(day: "Monday", amount: 40), Sale(day: "Friday", amount: 90)]
        var progress: Double?
        var message = ""
        var strokes: [[PagePoint]] = []
    }

    enum Action {
        case show(URL), chosen(FileUpload), reading(Event<ReadSales>), cancel, cancelled, draw(PageDrag), clear
    }

    func state(for _: Void) -> State { State() }

    func reduce(_ state: inout State, _ action: Action) -> Flow<Self> {
        switch action {
        case .show(let url): state.url = url
        case .chosen(let file):
            (state.progress, state.message) = (0, "")
            return .execute(ReadSales(file: file), as: Action.reading, id: "sales", onCancel: .cancelled)
        case .reading(.progress(let share)): state.progress = share
        case .reading(.data(let sales)): (state.progress, state.sales) = (nil, sales)
        case .reading(.failure): (state.progress, state.message) = (nil, "The file could not be read.")
        case .cancel: return .cancel("sales")
        case .cancelled: (state.progress, state.message) = (nil, "Cancelled")
        case .draw(let drag):
            // The strokes may have been cleared during the drag.
            if drag.phase == .began || state.strokes.isEmpty { state.strokes.append([drag.start]) }
            state.strokes[state.strokes.count - 1].append(drag.position)
        case .clear: state.strokes = []
        }
        return .none
    }
}

extension Workshop: WebModule {
    func view(_ state: State) -> HTML<Action> {
        h1 { "Sales" }
        chart(state.sales)
        fileField("Sales", accept: [".csv"], limit: 100_000, send: Action.chosen)
        if let share = state.progress {
            progress(share, label: "Progress")
            button("Cancel", send: .cancel)
        }
        p { state.message }.role("status")
        salesTable(state)
        h2 { "Notes" }
        svg(width: 300, height: 100, description: "Your notes") {
            each(state.strokes.indices, id: \.self) { index in
                polyline(state.strokes[index]).fill(nil).stroke(.black, width: 2)
            }
        }
        .style(.width(.px(300)), .height(.px(100))).onDrag(send: Action.draw)
        button("Clear", send: .clear).disabled(state.strokes.isEmpty)
    }

    private func chart(_ sales: [Sale]) -> HTML<Action> {
        let highest = max(sales.map(\.amount).max() ?? 1, 1)
        return svg(width: 300, height: 100, description: "Sales for each day") {
            each(sales.indices, id: \.self) { index in
                let height = sales[index].amount / highest * 100
                rect(x: Double(index) * 40, y: 100 - height, width: 30, height: height).fill(.init("#3366cc"))
            }
        }
    }

    private func salesTable(_ state: State) -> HTML<Action> {
        table {
            thead {
                tr {
                    header("Day", .day, state)
                    header("Amount", .amount, state)
                }
            }
            tbody {
                each(sorted(state), id: \.day) { sale in
                    tr {
                        td { sale.day }
                        td { sale.amount }
                    }
                }
            }
        }
    }

    private func header(_ name: String, _ column: Column, _ state: State) -> HTML<Action> {
        let url = URL(sort: column)
        return th { link(to: url, send: .show(url)) { name } }
            .scope(.column).sorted(state.url.sort == column ? .ascending : .none)
    }

    private func sorted(_ state: State) -> [Sale] {
        state.sales.sorted { state.url.sort == .day ? $0.day < $1.day : $0.amount < $1.amount }
    }

    func title(_ state: State) -> String { "Sales" }
    func path(_ state: State) -> String? { state.url.path }
    func action(for path: inout WebPath) -> Action? { path.take(URL.self).map(Action.show) }
}

extension Workshop {
    /// Registers the handler that reads the lines of a file.
    static func readSales(on engine: Engine) {
        engine.handle(ReadSales.self) { command, reply in
            var bytes: [UInt8] = []
            for try await chunk in command.file.chunks {
                bytes += chunk
                reply.progress(Double(bytes.count) / Double(command.file.size))
            }
            let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
            reply.finish(
                with: lines.compactMap { line in
                    let parts = line.split(separator: ",")
                    guard parts.count == 2, let amount = Double(parts[1]) else { return nil }
                    return Sale(day: String(parts[0]), amount: amount)
                })
        }
    }
}
