#if SQLite || App
    public import Millrace

    extension Fault.Kind {
        /// A durable engine was asked for work that cannot be stored.
        public static let notDurable = Fault.Kind("notDurable")
        /// A store that is not durable was created on a durable engine.
        public static let storeNotDurable = Fault.Kind("storeNotDurable")
        /// Two types of commands have one name in the storage.
        public static let durableNameRepeated = Fault.Kind("durableNameRepeated")
        /// A turn could not be written. It is tried again.
        public static let notStored = Fault.Kind("notStored")
    }

    extension Fault {
        static func notDurable(_ what: FaultText, in store: Any.Type, because reason: FaultText) -> Fault {
            Fault(
                .notDurable, "\(what), requested by \(store), cannot be stored: \(reason).",
                cause: "A durable engine loses nothing at a restart, so it performs only work that it can store.",
                fix: """
                    Execute a DurableCommand from the store's own reducer, with an id that is a String or an Int, and without a \
                    timeout.
                    """)
        }

        static func durableNameRepeated(_ name: String, _ type: Any.Type) -> Fault {
            Fault(
                .durableNameRepeated, "The durableName \"\(text: name)\" of \(type) is that of another command.",
                cause: "A restart could take one of the commands for the other, so \(type) cannot be restored.",
                fix: "Give each type of command a name of its own.")
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
