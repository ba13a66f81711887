#if Web || Hummingbird || App
    /// The order of the work of one client address: the browser that has used the least comes first.
    ///
    /// This is start-time fair queueing. The position of a browser increases by the cost of its work. Work gets the position of
    /// its browser, and starts in the order of the positions. A browser without recent work comes one position behind the work
    /// that started last. So a browser cannot save up time, and no work waits forever.
    struct FairQueue<Work> {
        private struct Browser {
            /// The position of its next work. Each work moves it by its cost.
            var position = 0
            var running = 0
            var waiting = 0
        }

        private struct Entry {
            let position: Int
            let browser: String
            let work: Work
        }

        private let limit: Int
        private let maxWaiting: Int
        private var browsers: [String: Browser] = [:]
        /// The work that waits. The last entry starts first.
        private var waiting: [Entry] = []
        private var running = 0
        /// The highest position at which work has started.
        private var position = 0

        /// - Parameters:
        ///   - limit: The number of slots: how much work runs at the same time.
        ///   - maxWaiting: How much work may wait.
        init(limit: Int, maxWaiting: Int) { (self.limit, self.maxWaiting) = (max(1, limit), maxWaiting) }

        /// How much work of one browser runs at the same time.
        private var limitOfBrowser: Int { max(1, limit - 1) }
        /// Whether nothing runs. Nothing waits then.
        var isEmpty: Bool { running == 0 }
        /// The number of browsers that are remembered.
        var browserCount: Int { browsers.count }

        /// Adds work of a browser. Returns the work that starts now, and the work that is refused because too much waits: the
        /// work that would start last.
        mutating func add(_ work: Work, of browser: String) -> (started: [Work], refused: Work?) {
            let start = max(browsers[browser]?.position ?? 0, position + 1)
            browsers[browser, default: Browser()].position = start + 1
            browsers[browser]?.waiting += 1
            // Behind work with the same position.
            let index = waiting.partitioningIndex { $0.position <= start }
            waiting.insert(Entry(position: start, browser: browser, work: work), at: index)
            let started = self.start()
            return (started, waiting.count > maxWaiting ? remove(at: 0).work : nil)
        }

        /// Starts work of a browser that need not wait. Returns `false` if it must wait.
        mutating func startNow(of browser: String) -> Bool {
            let own = browsers[browser] ?? Browser()
            guard waiting.isEmpty, running < limit, own.running < limitOfBrowser else { return false }
            position = max(own.position, position + 1)
            browsers[browser] = Browser(position: position + 1, running: own.running + 1)
            running += 1
            return true
        }

        /// Ends work of a browser, and returns the work that starts now.
        ///
        /// - Parameter cost: The cost of the work, where 1 is the cost of small work.
        mutating func end(_ browser: String, cost: Int) -> [Work] {
            running -= 1
            browsers[browser]?.running -= 1
            // It counts 1 since it was added.
            browsers[browser]?.position += max(1, cost) - 1
            removeIdleBrowsers()
            return start()
        }

        /// Starts work while there are slots. One browser leaves a slot to the others, because its work can wait for effects.
        private mutating func start() -> [Work] {
            var started: [Work] = []
            while running < limit,
                let index = waiting.lastIndex(where: { (browsers[$0.browser]?.running ?? 0) < limitOfBrowser })
            {
                let entry = remove(at: index)
                position = max(position, entry.position)
                browsers[entry.browser]?.running += 1
                running += 1
                started.append(entry.work)
            }
            return started
        }

        private mutating func remove(at index: Int) -> Entry {
            let entry = waiting.remove(at: index)
            browsers[entry.browser]?.waiting -= 1
            return entry
        }

        /// Forgets browsers whose position is that of a new one, once they are most of all.
        private mutating func removeIdleBrowsers() {
            guard browsers.count > 2 * (waiting.count + running) + 16 else { return }
            browsers = browsers.filter { _, browser in
                browser.waiting > 0 || browser.running > 0 || browser.position > position + 1
            }
        }
    }

    extension Array {
        /// Returns the index of the first element that fulfills a condition, which all elements after it fulfill.
        fileprivate func partitioningIndex(where condition: (Element) -> Bool) -> Int {
            var (low, high) = (0, count)
            while low < high {
                let middle = (low + high) / 2
                if condition(self[middle]) { high = middle } else { low = middle + 1 }
            }
            return low
        }
    }
#endif
