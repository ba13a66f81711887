import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The disposition of a signal.
struct SignalAction {
    typealias Handler = @convention(c) (Int32, UnsafeMutablePointer<siginfo_t>?, UnsafeMutableRawPointer?) -> Void

    private var action = sigaction()

    /// Installs `handler` for a signal, and returns the previous disposition. `nil` if the signal is ignored; then nothing
    /// is installed.
    ///
    /// The handler runs on the alternate stack of the thread, if it has one.
    static func install(_ handler: @escaping Handler, for signal: Int32) -> SignalAction? {
        var (new, old) = (SignalAction(), SignalAction())
        sigaction(signal, nil, &old.action)
        if old.isIgnored { return nil }
        #if canImport(Darwin)
            new.action.__sigaction_u.__sa_sigaction = handler
        #else
            new.action.__sigaction_handler.sa_sigaction = handler
        #endif
        new.action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART
        sigemptyset(&new.action.sa_mask)
        sigaction(signal, &new.action, nil)
        return old
    }

    private var isIgnored: Bool {
        #if canImport(Darwin)
            let handler = unsafeBitCast(action.__sigaction_u.__sa_handler, to: Int.self)
        #else
            let handler = unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
        #endif
        return handler == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    /// Makes this the disposition of the signal. A signal handler may call it.
    func restore(for signal: Int32) {
        var action = action
        sigaction(signal, &action, nil)
    }
}
