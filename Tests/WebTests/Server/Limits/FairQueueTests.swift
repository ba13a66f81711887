#if Web || App
    import Millrace
    import Testing

    @testable import MillraceWeb

    /// Behind one address, the browser that has used the least comes first.
    @Suite("Fair queue") struct FairQueueTests {
        /// Adds work that must wait.
        private func add(_ names: [String], to queue: inout FairQueue<String>) {
            for name in names {
                let (started, refused) = queue.add(name, of: String(name.prefix(1)))
                #expect(started.isEmpty && refused == nil)
            }
        }

        /// Ends work of `name` and of those that start after it, until none waits. Returns the order in which they started.
        private func drain(_ queue: inout FairQueue<String>, running name: String) -> [String] {
            var order: [String] = []
            var running = name
            while let next = queue.end(String(running.prefix(1)), cost: 1).first {
                order.append(next)
                running = next
            }
            #expect(queue.isEmpty)
            return order
        }

        @Test("Limits of the server · work starts without waiting only if nothing waits, and one browser leaves a slot")
        func startNow() {
            var queue = FairQueue<String>(limit: 3, maxWaiting: 100)
            func startNow(_ browser: String) -> Bool { queue.startNow(of: browser) }
            #expect(["a", "a", "a"].map(startNow) == [true, true, false])
            #expect(queue.add("a2", of: "a").started.isEmpty)
            #expect(startNow("b") == false, "a2 waits")
            #expect(queue.add("b0", of: "b").started == ["b0"])
            #expect(queue.end("a", cost: 1) == ["a2"])
            #expect(queue.end("b", cost: 1).isEmpty)
            #expect(["b", "c"].map(startNow) == [true, false])
        }

        @Test("Limits of the server · browsers take turns, and the work of one browser keeps its order") func turns() {
            var queue = FairQueue<String>(limit: 1, maxWaiting: 100)
            #expect(queue.add("a0", of: "a").started == ["a0"])
            add(["a1", "a2", "a3", "b1", "b2", "c1"], to: &queue)
            #expect(drain(&queue, running: "a0") == ["a1", "b1", "c1", "a2", "b2", "a3"])
        }

        @Test(
            "Limits of the server · costly work puts the next work of its browser behind that of others",
            arguments: [1, 3])
        func cost(_ cost: Int) {
            var queue = FairQueue<String>(limit: 1, maxWaiting: 100)
            #expect(queue.add("a0", of: "a").started == ["a0"])
            add(["b1"], to: &queue)
            #expect(queue.end("a", cost: cost) == ["b1"])
            add(["a1", "b2", "b3"], to: &queue)
            #expect(drain(&queue, running: "b1") == (cost == 1 ? ["a1", "b2", "b3"] : ["b2", "a1", "b3"]))
        }

        @Test("Limits of the server · browsers that have no work any more are forgotten, and ten thousand take turns")
        func many() {
            var queue = FairQueue<Int>(limit: 1, maxWaiting: 10_000)
            #expect(queue.add(0, of: "0").started == [0])
            for number in 1...10_000 { #expect(queue.add(number, of: "\(number)").started.isEmpty) }
            for number in 0..<10_000 { #expect(queue.end("\(number)", cost: 1) == [number + 1]) }
            #expect(queue.browserCount < 100)
            #expect(queue.end("10000", cost: 1).isEmpty && queue.isEmpty)
        }

        @Test(
            "Limits of the server · a browser cannot save up time, and no work waits forever behind that of new browsers"
        )
        func newcomers() {
            var queue = FairQueue<String>(limit: 1, maxWaiting: 100)
            #expect(queue.add("a0", of: "a").started == ["a0"])
            add(["a1", "a2"], to: &queue)
            var running = "a"
            var started: [String] = []
            // Each time that work ends, a browser without earlier work comes.
            for name in ["b", "c", "d", "e"] {
                add([name], to: &queue)
                started += queue.end(running, cost: 1)
                running = String(started.last?.prefix(1) ?? "")
            }
            #expect(started == ["a1", "b", "a2", "c"])
            // It has used nothing meanwhile, and has no advantage.
            add(["a3"], to: &queue)
            #expect(drain(&queue, running: running) == ["d", "e", "a3"])
        }

        @Test("Limits of the server · one browser leaves a slot to the others") func share() {
            var queue = FairQueue<String>(limit: 3, maxWaiting: 100)
            #expect(queue.add("a1", of: "a").started == ["a1"])
            #expect(queue.add("a2", of: "a").started == ["a2"])
            add(["a3"], to: &queue)
            #expect(queue.add("b1", of: "b").started == ["b1"])
            add(["b2"], to: &queue)
            #expect(queue.end("b", cost: 1) == ["b2"])
            #expect(queue.end("a", cost: 1) == ["a3"])
        }

        @Test("Limits of the server · the last work of the browser with the most is refused") func refused() {
            var queue = FairQueue<String>(limit: 1, maxWaiting: 3)
            #expect(queue.add("a0", of: "a").started == ["a0"])
            add(["a1", "a2", "a3"], to: &queue)
            #expect(queue.add("a4", of: "a").refused == "a4")
            #expect(queue.add("b1", of: "b").refused == "a3")
            #expect(drain(&queue, running: "a0") == ["a1", "b1", "a2"])
        }
    }
#endif
