import MillraceExtras
import Millrace

/// A view of the feed. It draws the state, and sends what is tapped.
@MainActor final class FeedScreen {
    let spinner = Spinner()
    private(set) var titles: [String] = []
    var onTapProfile = {}
    private let feed: Store<Feed>

    init(_ feed: Store<Feed>) {
        self.feed = feed
        feed.bind(\.isLoading, to: spinner, \.isAnimating)
        feed.subscribe(to: \.items, owner: self) { [unowned self] in titles = $0.map(\.title) }
        onTapProfile = { [weak feed] in feed?.perform(.transition(.profile)) }
    }

    func tapHeart(of index: Int) { feed.send(.like(index)) }

    func tapItem(at index: Int) {
        if feed.items.indices.contains(index) { feed.perform(.transition(.item(feed.items[index]))) }
    }

    final class Spinner { var isAnimating = false }
}
