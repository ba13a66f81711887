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
        let documents: FairQueue
        /// The documents that are being sent.
        let outgoing: OutgoingDocuments
        /// The forms and messages with more than ``maxSmallInput`` bytes that are received.
        let largeInputs: FairQueue
        /// The number of bytes in an input up to which any number of them may be received at the same time.
        static let maxSmallInput = 65_536
        /// The long forms and messages that are decoded, and the documents that are encoded, one at a time for each address, because that
        /// keeps a core busy.
        let conversions: FairQueue
        /// The files that were compressed, by their entity tags.
        let compressed = Lock<[String: [UInt8]]>([:])
        /// The files that are received.
        let uploads: FairQueue
        /// The rates of the messages of live pages.
        let rates: MessageRates

        init(
            _ configuration: LivePages.Configuration, _ registry: SessionRegistry, _ timers: TimerQueue
        ) {
            (self.configuration, self.registry, self.timers) = (configuration, registry, timers)
            conversions = FairQueue(ofAddress: 1)
            requestHandler = RequestHandler(configuration, registry, conversions)
            let limit = configuration.limits.requestsOfAddress
            documents = FairQueue(ofAddress: limit, waiting: 8 * limit)
            largeInputs = FairQueue(ofAddress: limit, waiting: 8 * limit)
            uploads = FairQueue(ofAddress: limit, waiting: 8 * limit)
            outgoing = OutgoingDocuments(limit: LivePages.Limits.documentBytesOfAddress)
            rates = MessageRates(configuration.limits)
        }
    }
#endif
