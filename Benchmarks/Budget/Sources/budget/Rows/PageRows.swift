import Millrace
import MillraceModules
@_spi(Counting) import MillraceWeb

/// A change of a live page: the turn, the evaluation of the view, the comparison and the frame for the browser.
@MainActor let pageRows = [
    row("page.row.10000", count: 20, rows: 10_000) { $0.list.send(.like($1 * 7_919 % 10_000)) },
    row("page.row.1000", count: 50, rows: 1_000) { $0.list.send(.like($1 * 7_919 % 1_000)) },
    row("page.row.100", count: 200, rows: 100) { $0.list.send(.like($1 * 7_919 % 100)) },
    row("page.row.100.plain", count: 10, rows: 100, skipsRows: false) { $0.list.send(.like($1 * 7_919 % 100)) },
    // The list of 10,000 rows has not changed.
    row("page.region", count: 200, rows: 10_000) { model, _ in model.panel.send(.next) },
    Row(memory: "memory.page.row", count: 2_000) { { count in PageModel(rows: count) } },
]

@MainActor private func row(
    _ name: String, count: Int, rows: Int, skipsRows: Bool = true, _ change: @escaping (PageModel, Int) -> Void
) -> Row {
    Row(name, count: count) {
        let model = PageModel(rows: rows, skipsRows: skipsRows)
        return { count in
            for number in 0..<count {
                change(model, number)
                guard let frame = model.page.nextFrame() else { fatalError("The change was not sent.") }
                keep(frame.utf8.count)
            }
        }
    }
}

/// A page with a connected browser.
@MainActor private final class PageModel {
    private let navigator: Navigator
    let page: CountedPage
    let list: Store<LongList>
    let panel: Store<Panel>

    init(rows: Int, skipsRows: Bool = true) {
        navigator = Navigator(root: LongList(count: rows, skipsRows: skipsRows), on: Engine())
        guard let list = navigator.store(of: LongList.self), let panel = navigator.store(of: Panel.self) else {
            fatalError("The navigator has no such scene.")
        }
        (self.list, self.panel, page) = (list, panel, CountedPage(navigator))
    }
}
