#if PostgreSQL && App
    import Foundation
    import MachineSupport
    import TestSupport

    @testable import WebTestSupport

    /// A client that sends messages to ledgers, reads them, and presses the buttons of a page, one after another.
    struct LedgerClient {
        private let client: Int
        private let cluster: Cluster
        private let recorder: Recorder
        private var generator: SeededGenerator
        private var page: PageClient
        private var number = 0

        init(_ client: Int, _ cluster: Cluster, _ recorder: Recorder, seed: UInt64) {
            (self.client, self.cluster, self.recorder) = (client, cluster, recorder)
            generator = SeededGenerator(seed: seed &+ UInt64(client) &* 7_919)
            page = PageClient("page \(client)", cluster, recorder, seed: seed &+ UInt64(client) &* 104_729)
        }

        /// Works until `isOver` returns `true`, and then shows the page once more.
        mutating func run(until isOver: () -> Bool) async {
            while !isOver(), !Task.isCancelled {
                let ledger = Cluster.ledgers[Int.random(in: 0..<Cluster.ledgers.count, using: &generator)]
                switch Int.random(in: 0..<10, using: &generator) {
                case 0..<6: await send(to: ledger, through: cluster.nodes)
                case 6..<8: await read(ledger)
                default: await page.press()
                }
                await RealTime.pause(milliseconds: 0...40, &generator)
            }
            await page.showAgain()
        }

        /// Sends a message to each node, until it acknowledges that. So all of them have recovered from the last fault.
        static func sendToAll(_ cluster: Cluster, _ recorder: Recorder, seed: UInt64) async {
            var client = LedgerClient(0, cluster, recorder, seed: seed)
            for node in cluster.nodes { await client.send(to: Cluster.ledgers[0], through: [node]) }
        }

        /// Sends a message to random nodes with the same id, until it is acknowledged: some when they are reduced, others before.
        private mutating func send(to ledger: String, through nodes: [ClusterNode]) async {
            number += 1
            let answer = generator.chance(oneIn: 2) ? "turn" : "stored"
            recorder.begin(client, number, to: ledger)
            while !Task.isCancelled {
                let response = await nodes[Int.random(in: 0..<nodes.count, using: &generator)].answer(
                    "POST", "/ledgers/\(ledger)/\(client)/\(number)/\(answer)")
                if let response, response.status == 200 {
                    let turn = UInt64(response.body)
                    return recorder.acknowledge(Ledger.id(client: client, number: number), turn: turn)
                }
                await RealTime.pause(milliseconds: 10...100, &generator)
            }
        }

        /// Reads a ledger on the first node that has it.
        private mutating func read(_ ledger: String) async {
            for node in cluster.nodes.shuffled(using: &generator) {
                let began = recorder.now()
                guard let response = await node.answer("GET", "/ledgers/\(ledger)"), response.status == 200 else {
                    continue
                }
                let ended = recorder.now()
                guard let view = try? JSONDecoder().decode(LedgerView.self, from: Data(response.body.utf8)) else {
                    continue
                }
                return recorder.add(History.Read(ledger: ledger, began: began, ended: ended, view: view))
            }
        }
    }
#endif
