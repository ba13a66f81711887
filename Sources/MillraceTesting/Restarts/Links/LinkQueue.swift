#if SQLite || App
    import MillraceDurable

    /// The messages of a link in one direction, each as the JSON of its action.
    struct LinkQueue {
        /// All messages, in order.
        private(set) var sent: [String] = []
        /// The messages that were reduced, in order. A turn that was not stored does not count.
        private(set) var reduced: [String] = []
        /// The messages in the inbox.
        private(set) var waiting: [String] = []
        private(set) var releasedCount = 0
        /// The actions of the stored messages, because decoding is slow.
        private var actions: [[UInt8]: String] = [:]

        /// The message that arrives next; `nil` if all have arrived.
        var next: String? { releasedCount < waiting.count ? waiting[releasedCount] : nil }

        mutating func add(reduced message: String) { reduced.append(message) }

        /// Forgets the turns after this number of messages, because they were not stored.
        mutating func keep(_ count: Int) { reduced.removeLast(reduced.count - count) }

        /// Notes what is stored.
        mutating func update(_ contents: LinkBackend.Contents) throws {
            for bytes in contents.sent.dropFirst(sent.count) { sent.append(try action(bytes)) }
            waiting = try contents.waiting.map { try action($0) }
            releasedCount = contents.releasedCount
        }

        private mutating func action(_ bytes: [UInt8]) throws -> String {
            if let action = actions[bytes] { return action }
            let action = try StoredMessage.action(bytes)
            actions[bytes] = action
            return action
        }

        /// The rule that is violated: each message is reduced once, in order, or is in the inbox.
        ///
        /// - Parameter text: Describes a message.
        func problem(_ text: (String) -> String) -> SearchProblem? {
            for (index, message) in reduced.enumerated() where index >= sent.count || sent[index] != message {
                func count(_ messages: some Sequence<String>) -> Int { messages.count { $0 == message } }
                if count(reduced[...index]) > count(sent) {
                    return .init(property: "once", reason: "The message \(text(message)) was reduced twice.")
                }
                return .init(
                    property: "order", reason: "The message \(text(message)) was reduced before \(text(sent[index])).")
            }
            var rest = waiting
            for message in sent.dropFirst(reduced.count) {
                guard let index = rest.firstIndex(of: message) else {
                    return .init(
                        property: "lost",
                        reason: "The message \(text(message)) was not reduced, and is in the inbox no longer.")
                }
                rest.remove(at: index)
            }
            return nil
        }
    }
#endif
