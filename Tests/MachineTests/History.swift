#if PostgreSQL && App
    import MachineSupport

    /// The operations of clients, their results, and the stored values at the end. Times are the numbers of events of one counter.
    struct History {
        /// A message to a ledger.
        struct Send {
            let client: Int
            let number: Int
            let ledger: String
            /// When the message was sent first.
            let began: Int
            /// When it was acknowledged; `nil` if its outcome is unknown.
            var acknowledged: Int?
            /// The turn of the acknowledgement; `nil` if that says only that the message is stored in the inbox.
            var turn: UInt64?

            var id: String { Ledger.id(client: client, number: number) }
        }

        /// A read of a ledger by its owner.
        struct Read {
            let ledger: String
            let began: Int
            let ended: Int
            let view: LedgerView
        }

        /// The stored values of a ledger.
        struct Stored {
            var entries: [Ledger.Entry] = []
            /// The turns of messages, by id.
            var turns: [String: UInt64] = [:]
        }

        /// A page whose buttons were pressed in the order of the digits.
        struct Page {
            let name: String
            /// The number of presses that were sent, and that were acknowledged.
            var pressed = 0
            var acknowledged = 0
            /// The digits that the page shows at the end; `nil` if it has shown nothing.
            var shown: String?
            /// What the page has refused, and other reports that must not occur.
            var failures: [String] = []
        }

        var sends: [Send] = []
        var reads: [Read] = []
        var stored: [String: Stored] = [:]
        var pages: [Page] = []
    }
#endif
