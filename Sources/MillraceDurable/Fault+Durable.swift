#if SQLite || App
    public import Millrace

    extension Fault.Kind {
        /// A durable engine was asked for work that cannot be stored.
        public static let notDurable = Fault.Kind("notDurable")
        /// A store that is not durable was created on a durable engine.
        public static let storeNotDurable = Fault.Kind("storeNotDurable")
        /// Two types of commands or ids, or two children of a reducer, have one name in the storage.
        public static let durableNameRepeated = Fault.Kind("durableNameRepeated")
        /// A command asks the outside after a restart, but its handler was registered without a closure that does.
        public static let asksNothing = Fault.Kind("asksNothing")
        /// A message of the inbox is for a store or of a type that the program does not know.
        public static let unreadableMessage = Fault.Kind("unreadableMessage")
        /// The inbox could not be read. It is tried again.
        public static let inboxNotRead = Fault.Kind("inboxNotRead")
        /// A turn could not be written. It is tried again.
        public static let notStored = Fault.Kind("notStored")
    }

    extension Fault {
        static func notDurable(_ what: FaultText, in store: Any.Type, because reason: FaultText) -> Fault {
            Fault(
                .notDurable, "\(what), requested by \(store), cannot be stored: \(reason).",
                cause: "A durable engine loses nothing at a restart, so it performs only work that it can store.",
                fix: """
                    Execute a DurableCommand from the store's own reducer or from one of its durableChildren, with an id that is a \
                    String, an Int or of a registered type, and without a timeout.
                    """)
        }

        static func messageNotDurable(_ what: FaultText, in store: Any.Type?, because reason: FaultText) -> Fault {
            Fault(
                .notDurable,
                "\(what), sent by \(text: store.map { "\($0)" } ?? "an engine"), cannot be stored: \(reason).",
                cause: "A durable engine stores a message with the turn that sends it, in the inbox of the receiver.",
                fix: """
                    Send Codable actions to a store of a durable engine in the same storage, alone or merged: not in a sequence or a group, \
                    without a timeout, and with no policy that waits.
                    """)
        }

        static func unreadableMessage(_ store: String, in engine: String, because reason: FaultText) -> Fault {
            Fault(
                .unreadableMessage,
                "A message for the store \(text: store) of the engine \(text: engine) cannot be read: \(reason)",
                cause:
                    "The build does not have this store, or its type of actions cannot decode the message. It stays in the inbox.",
                fix: "Register the store before resume(), or use the build that sent the message.")
        }

        static func inboxNotRead(_ error: DurableError) -> Fault {
            Fault(
                .inboxNotRead, "The inbox of an engine could not be read: \(text: error)",
                cause: "Messages of other engines wait until a later read succeeds.",
                fix: "Correct the cause. To handle it, set DurableEngine.onFailure.")
        }

        static func stateNotDurable(_ store: Any.Type, because reason: FaultText) -> Fault {
            Fault(
                .notDurable, "A state of \(store) cannot be stored: \(reason)",
                cause: "A durable engine stores its turns whole, so it ends, and nothing of this turn is stored.",
                fix: "Give each element of a collection an id of its own, and let each value be encoded.")
        }

        static func durableNameRepeated(_ name: String, _ type: Any.Type) -> Fault {
            Fault(
                .durableNameRepeated, "The name \"\(text: name)\" of \(type) in the storage is that of another type.",
                cause: "A restart could take one for the other, so \(type) cannot be restored.",
                fix: "Give each type a name of its own.")
        }

        static func asksNothing(_ name: String, _ type: Any.Type) -> Fault {
            Fault(
                .asksNothing, "The handler of \"\(text: name)\" cannot ask the outside what happened.",
                cause:
                    "The interruption of \(type) is .ask, and its handler was registered without `asking`. It would run again.",
                fix: "Register it with handle(\(type).self, asking: …), or use .runAgain().")
        }

        static func notStored(_ error: DurableError) -> Fault {
            Fault(
                .notStored, "Turns could not be stored: \(text: error)",
                cause: "The handlers that these turns request, and stored(), wait until a later write succeeds.",
                fix: "Correct the cause. To handle it, set DurableEngine.onFailure.")
        }

        static func storeNotDurable(_ store: Any.Type) -> Fault {
            Fault(
                .storeNotDurable, "A store of \(store) was created on a durable engine, but is not stored.",
                cause: "Its state and its effects are lost at a restart, while those of other stores are not.",
                fix: "Create it with the store(_:_:_:) of the DurableEngine, or on another engine.")
        }
    }
#endif
