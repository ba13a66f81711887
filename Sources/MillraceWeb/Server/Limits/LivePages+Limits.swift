#if Web || Hummingbird || App
    extension LivePages {
        /// The limits of a server. If possible, a client that exceeds one receives an error with a message.
        public struct Limits: Sendable, Equatable {
            /// The maximum number of sessions. Defaults to 200.
            ///
            /// At this limit, and at the two below, the server ends unused sessions: first those that no browser has
            /// joined, then those of the client address with the most sessions. If all sessions are in use, a newcomer gets
            /// the place of a session of that address, if it has at least two more. Otherwise the newcomer receives the
            /// document, and its page becomes live when a session ends.
            public var sessions = 200
            /// The maximum number of sessions of one browser, which its cookie identifies. Defaults to 50.
            public var sessionsPerBrowser = 50
            /// The maximum number of sessions of one client address. An IPv6 address counts with its first 64 bits.
            /// Defaults to 100.
            public var sessionsPerAddress = 100
            /// The maximum memory of all sessions in bytes, as an estimate. It counts the elements of the pages and what is
            /// being sent, and the states that a page keeps for going forward, but no other states of the application. Defaults to
            /// 500,000,000.
            ///
            /// It follows the growth of live pages. Above it, sessions of the client address with half of the memory end: unused
            /// ones, then the largest. If no address has half of it, unused sessions of all addresses end first. A newcomer of the
            /// address with half of it receives only the document, if none of its sessions is unused. A shared session does not
            /// end.
            public var sessionMemory = 500_000_000
            /// The maximum number of connections of all kinds. Defaults to 400.
            ///
            /// A further connection takes the place of one that waits:
            ///
            /// - for its client: for a request, for a form, for the first WebSocket message, or for the client to read a response;
            /// - for its turn: until earlier requests of its address have been handled.
            ///
            /// It is the one that has waited the longest, of the client address with the most such connections. If there is none,
            /// the further connection receives status 503. If more than 50 connections are over the limit, the rest are closed
            /// without a response.
            public var connections = 400
            /// The maximum number of connections of one client address. An IPv6 address counts with its first 64 bits.
            /// Defaults to 300.
            public var connectionsPerAddress = 300
            /// The maximum number of live connections. Defaults to 300. Keep it below ``connections``, so that documents are
            /// served at this limit.
            ///
            /// A further live connection takes the place of one of the client address with the most live connections, if that
            /// address has at least two more. Otherwise it is closed with an error.
            public var liveConnections = 300
            /// The maximum number of live connections of one client address. An IPv6 address counts with its first 64 bits.
            /// Defaults to 100. Behind a trusted proxy, this is the address that the proxy names.
            public var liveConnectionsPerAddress = 100
            /// The maximum number of documents and forms of one client address that are handled at the same time. Eight times
            /// as many wait; further ones receive status 503. Defaults to 8.
            ///
            /// The messages and frames of live pages, and forms and connections of small pages, have the same limit, but at most
            /// one for each core, or two if the sessions share an actor. Further ones wait. A form does not count while it waits
            /// for effects. Forms and messages with more than 64 KB, new documents, Back and Forward, and pages with more than about
            /// 1 MB of memory or 5,000 elements and texts, or whose drawing or document took more than 20 ms of CPU time, are handled one
            /// at a time, and the addresses take turns. If the sessions have actors of their own, this holds for each address.
            ///
            /// Behind one address, the work of the browser that has used the least runs first, and the others wait. One browser
            /// has at most all places but one. Requests of browsers without a joined session count as those of one browser.
            public var requestsPerAddress = 8
            /// The maximum number of bytes in the documents that are being sent to one client address. Defaults to 16,000,000.
            ///
            /// For a further document, the server closes the connection that has received one for the longest time, of the
            /// browser with the most bytes. The last frame of a closed WebSocket counts as a document.
            public var documentBytesPerAddress = 16_000_000
            /// The maximum number of files of one client address that are received at the same time. Eight times as many
            /// wait. Further ones receive status 503.
            ///
            /// Defaults to 4, of which one browser has at most 3. Each has at most 64 KB in memory. The maximum size is that of the
            /// field.
            public var uploadsPerAddress = 4
            /// The maximum number of elements and texts of a page. Defaults to 100,000.
            ///
            /// A page with so many keeps its actor busy for more than a second when all of it changes. If the sessions share an
            /// actor, show long lists in parts, or choose a lower limit.
            ///
            /// It is checked while the views are evaluated. A scene that exceeds it shows a message, and so does one that
            /// exceeds ``pageBytes`` or whose elements are nested more than 200 times.
            public var pageNodes = 100_000
            /// The maximum number of bytes in the texts and attributes of a page. Defaults to 10,000,000.
            public var pageBytes = 10_000_000
            /// The maximum number of scenes of a page. Defaults to 200.
            ///
            /// A page with so many scenes accepts only input that closes some. It answers other input with a message for the
            /// user, and reports a fault once. Scenes that effects add do not count as input, and are added.
            public var pageScenes = 200
            /// The maximum number of live connections of one session, unless all browsers share it. Further ones are closed
            /// with an error. Defaults to 8.
            public var connectionsPerSession = 8
            /// The time that a session without a connection is kept after its last use. Defaults to 5 minutes.
            public var sessionTimeout = Duration.seconds(300)
            /// The time that a new session is kept while no browser connects to it or submits a form. Defaults to 60
            /// seconds. A page without controls keeps no session.
            public var unusedSessionTimeout = Duration.seconds(60)
            /// The maximum number of bytes in a text that a live page receives. Defaults to 4,000,000. The script sends long ones in parts
            /// of at most 65,536 bytes. The first message of a connection may have 16,384 bytes.
            public var messageBytes = 4_000_000
            /// The number of messages that a browser may send per second on average, on all its connections together. Each
            /// part of a text counts. Defaults to 100.
            public var messagesPerSecond = 100.0
            /// The number of messages that a browser may send in a burst. A new connection gets no new burst. Defaults to 400. A
            /// connection is closed if it does not read the answers to 1,000 messages.
            public var messageBurst = 400
            /// The maximum number of bytes in a request's head. Longer heads receive status 431. Defaults to 16,384. A head may
            /// have 100 fields.
            public var headBytes = 16_384
            /// The maximum number of bytes in a form. Longer forms receive status 413. Defaults to 1,000,000. A form may
            /// have 1,000 values. A name has at most 256 bytes.
            public var formBytes = 1_000_000
            /// The time limit for a request's head, and for the first WebSocket message. Defaults to 10 seconds.
            public var headTimeout = Duration.seconds(10)
            /// The time limit for a request's body, and for each 64 KB of a file. Defaults to 30 seconds.
            public var bodyTimeout = Duration.seconds(30)
            /// The time without a message after which a live connection is closed. Defaults to 150 seconds.
            ///
            /// The script sends a ping every 15 seconds. Browsers slow this down to once a minute in a tab that has
            /// been hidden for long.
            public var idleTimeout = Duration.seconds(150)
            /// The time in which visitors are still served when the server begins to shut down, while `/ready` answers with the status
            /// 503. Defaults to 0. Behind a proxy, choose the time in which it notices that.
            public var drainTime = Duration.zero
            /// The time limit of a shutdown for requests that run. Connections that remain are then closed. Defaults to 10 seconds.
            public var shutdownTimeout = Duration.seconds(10)
            /// The time limit for sending 64 KB to a client. A connection that exceeds it is closed. Defaults to 20
            /// seconds.
            public var writeTimeout = Duration.seconds(20)

            /// Creates the default limits.
            public init() {}
        }
    }
#endif
