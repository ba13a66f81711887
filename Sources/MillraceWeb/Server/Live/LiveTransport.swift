#if Web || Hummingbird || App
    /// The connection of a browser to a live page: a WebSocket, events and requests, or a test.
    ///
    /// The pages use it from several tasks: one receives while another sends. They call ``close(_:)`` or ``PageConnection/abort()``
    /// once at the end.
    public protocol LiveTransport: PageConnection {
        /// Waits for messages of the browser, and returns those that have arrived, in order.
        ///
        /// Reads no more from the client than it returns. Calls ``LiveInput/countMessage()`` for each message. A long text comes in
        /// several messages.
        ///
        /// - Parameter count: The maximum number of messages.
        /// - Returns: The messages, as UTF-8 text that may be malformed. Empty if the browser has closed the connection.
        /// - Throws: ``LiveClose``, if a message violates a limit or the protocol, or if none arrived in the time of
        ///   ``LiveInput/timeout``. The messages before it are returned first. Any other error if the client has disconnected.
        func receive(atMost count: Int) async throws -> [[UInt8]]

        /// Sends a text in UTF-8 with at most ``LiveInput/maxPart`` bytes, and returns when the client may have another one.
        ///
        /// - Throws: An error, if the client has disconnected or does not read in time.
        func send(_ text: [UInt8]) async throws

        /// Ends the connection with this code, after the frames that were sent. It may wait for a short time, until the client has
        /// received the code.
        func close(_ code: UInt16) async
    }
#endif
