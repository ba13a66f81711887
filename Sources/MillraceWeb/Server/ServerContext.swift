#if Web || Hummingbird || App
    import Foundation
    import Millrace

    /// The objects that all connections share.
    final class ServerContext: Sendable {
        let configuration: LivePages.Configuration
        let registry: SessionRegistry
        let timers: TimerQueue
        let requestHandler: RequestHandler
        /// The documents, forms and new live connections that are handled.
        let documents: WorkSlots
        /// The documents that are being sent.
        let outgoing: OutgoingDocuments
        /// The forms and messages with more than ``maxSmallInput`` bytes that are received.
        let largeInputs: WorkSlots
        /// The number of bytes in an input up to which any number of them may be received at the same time.
        static let maxSmallInput = 65_536
        /// The number of bytes in an input or a document up to which any number of them may be decoded or encoded at the same time.
        static let maxQuickBytes = 4_096
        /// The forms and messages with more than ``maxQuickBytes`` bytes that are decoded, and the documents that are encoded, one at a
        /// time for each address, because that keeps a core busy.
        let conversions: WorkSlots
        /// The files that were compressed, by their entity tags.
        let compressed = Lock<[String: [UInt8]]>([:])
        /// The files that are received.
        let uploads: WorkSlots
        /// The rates of the messages of live pages.
        let rates: MessageRates
        /// The cost of work by its number of bytes.
        static func cost(_ bytes: Int) -> Int { 1 + bytes / 16_384 }

        init(
            _ configuration: LivePages.Configuration, _ registry: SessionRegistry, _ timers: TimerQueue
        ) {
            (self.configuration, self.registry, self.timers) = (configuration, registry, timers)
            conversions = WorkSlots(limit: 1)
            requestHandler = RequestHandler(configuration, registry, conversions)
            let limit = configuration.limits.requestsPerAddress
            documents = WorkSlots(limit: limit, maxWaiting: 8 * limit)
            outgoing = OutgoingDocuments(limit: configuration.limits.documentBytesPerAddress)
            largeInputs = WorkSlots(limit: limit, maxWaiting: 8 * limit)
            uploads = WorkSlots(
                limit: configuration.limits.uploadsPerAddress, maxWaiting: 8 * configuration.limits.uploadsPerAddress)
            rates = MessageRates(configuration.limits)
        }
    }
#endif
