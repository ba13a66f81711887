#if Web || Hummingbird || App
    extension LivePages {
        /// The limits of a server. Clients share its sessions, connections and time, so that none takes the part of the others.
        ///
        /// One address has at most half of the sessions and connections. When all are taken, another client's may be given up for a
        /// newcomer: an idle one if possible. The guide <doc:LivePagesGuide> has the rule, and the effect of each limit for a visitor.
        public struct Limits: Sendable, Equatable {
            /// The maximum number of sessions. Defaults to 200. One address has at most half of them, and one browser a quarter.
            public var sessions = 200
            /// The maximum memory of all sessions in bytes, as an estimate. It counts the elements of the pages and what is
            /// being sent, and the states that a page keeps for going forward, but no other states of the application. Defaults to
            /// 500,000,000. It follows the growth of live pages.
            public var sessionMemory = 500_000_000
            /// The maximum number of connections of all kinds. Defaults to 400. Three quarters of them can be live.
            ///
            /// Choose at least twice as many as ``sessions``: a browser that loads a page has several connections. A connection waits
            /// for its client, or for its turn. Then it can be closed for a newcomer.
            public var connections = 400
            /// The maximum number of elements and texts of a page. Defaults to 100,000.
            ///
            /// A page with so many keeps its actor busy for more than a second when all of it changes. If the sessions share an
            /// actor, show long lists in parts, or choose a lower limit.
            ///
            /// It is checked while the views are evaluated. A scene that exceeds it shows a message, and so does one with texts and
            /// attributes of more than 10,000,000 bytes, or whose elements are nested more than 200 times.
            public var pageNodes = 100_000
            /// The maximum number of bytes in a form, or in a text that a live page receives. Defaults to 4,000,000.
            ///
            /// A form may have 1,000 values, and a name 256 bytes. The script sends long texts in parts of at most 65,536 bytes.
            public var inputBytes = 4_000_000
            /// The number of messages that a browser may send per second on average, on all its connections together. Each
            /// part of a text counts. Defaults to 100. A burst may have four times as many; a new connection gets no new burst.
            public var messagesPerSecond = 100.0
            /// The time limit for the head of a request, for the first message of a live page, and for each 64 KB that a client sends
            /// or reads. Defaults to 20 seconds. A connection that exceeds it is closed.
            public var transferTimeout = Duration.seconds(20)
            /// The time that a session without a connection is kept after its last use. Defaults to 5 minutes. A page without controls
            /// keeps no session.
            public var sessionTimeout = Duration.seconds(300)
            /// The maximum number of bytes that all sessions together have in a storage. Defaults to 1,000,000,000. One address has at most half
            /// of them.
            ///
            /// A session for which there is no room ends with the process. Sessions end in the storage for others as they do in memory. If several
            /// nodes share the storage, each of them counts the sessions that it has had in memory.
            public var storedBytes = 1_000_000_000

            /// The number of documents and forms of an address that are handled at the same time, and that of its long inputs and files
            /// that are received. Eight times as many wait.
            var requestsOfAddress = 8
            /// The time without a message after which a live connection is closed. The script sends a ping every 15 seconds. Browsers slow
            /// this down to once a minute in a tab that has been hidden for long.
            var idleTimeout = Duration.seconds(150)

            /// Creates the default limits.
            public init() {}
        }
    }

    // Values that follow from the limits, and fixed ones.
    extension LivePages.Limits {
        /// The number of live connections, which leaves some for documents.
        var liveConnections: Int { max(1, connections - connections / 4) }
        /// The number of messages in a burst.
        var messageBurst: Int { Int(min(max(1, 4 * messagesPerSecond), 1e9)) }
        /// The maximum number of bytes in a request's head.
        package static var headBytes: Int { 16_384 }
        /// The maximum number of bytes in the documents that are being sent to an address.
        static var documentBytesOfAddress: Int { 16_000_000 }
        /// The maximum number of live connections of a session, unless all browsers share it.
        static var connectionsOfSession: Int { 8 }
    }
#endif
