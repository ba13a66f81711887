#if SQLite || App
    public import Millrace

    /// The states of two engines with a link between them. Properties of a ``LinkExplorer`` are about it.
    public struct LinkState<Sender: Reducer, Receiver: Reducer> {
        /// The state and the effects in flight of the sender.
        public let sender: SystemState<Sender>
        /// The state and the effects in flight of the receiver.
        public let receiver: SystemState<Receiver>
        /// The messages of the sender that the receiver has not reduced yet, in order.
        public let messagesToReceiver: [Receiver.Action]
        /// The messages of the receiver that the sender has not reduced yet, in order.
        public let messagesToSender: [Sender.Action]

        /// Whether no effect is in flight in the two engines, and no message is on its way.
        public var isQuiet: Bool {
            sender.isQuiet && receiver.isQuiet && messagesToReceiver.isEmpty && messagesToSender.isEmpty
        }
    }
#endif
