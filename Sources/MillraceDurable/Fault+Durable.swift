#if SQLite || App
    public import Millrace

    extension Fault.Kind {
        /// A durable engine was asked for work that cannot be stored.
        public static let notDurable = Fault.Kind("notDurable")
        /// A store that is not durable was created on a durable engine.
        public static let storeNotDurable = Fault.Kind("storeNotDurable")
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

        static func storeNotDurable(_ store: Any.Type) -> Fault {
            Fault(
                .storeNotDurable, "A store of \(store) was created on a durable engine, but is not stored.",
                cause: "Its state and its effects are lost at a restart, while those of other stores are not.",
                fix: "Create it with the store(_:_:_:) of the DurableEngine, or on another engine.")
        }
    }
#endif
