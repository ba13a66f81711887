#if SQLite || App
    import Millrace

    /// An engine of a link.
    enum LinkEnd: String {
        case sender, receiver
    }

    /// A step of a search of two engines with a link between them.
    enum LinkStep<Sender: Reducer, Receiver: Reducer>: SearchedStep {
        /// A step of one engine. The other one goes on.
        case sender(RestartStep<Sender.Action>)
        case receiver(RestartStep<Receiver.Action>)
        /// The next timer of both fires.
        case advance
        /// The next message arrives, and is reduced.
        case arrive(LinkEnd, message: String)
        /// The next message arrives. The process ends before its turn is stored, and another one reduces it again.
        case arriveUnstored(LinkEnd, message: String)

        var isInternal: Bool {
            switch self {
            case .sender(let step): step.isInternal
            case .receiver(let step): step.isInternal
            case .advance, .arrive: true
            case .arriveUnstored: false
            }
        }

        var isRestart: Bool {
            switch self {
            case .sender(let step): step.isRestart
            case .receiver(let step): step.isRestart
            case .arriveUnstored: true
            case .advance, .arrive: false
            }
        }

        var label: String {
            switch self {
            case .sender(let step): "sender: \(step.label)"
            case .receiver(let step): "receiver: \(step.label)"
            case .advance: "the next timer fires"
            case .arrive(let end, let message): "\(end.rawValue): \(message) arrives"
            case .arriveUnstored(let end, let message):
                "\(end.rawValue): \(message) arrives, and the process is killed before the turn is stored"
            }
        }
    }
#endif
