import Millrace
import MillraceModules

// Frames and documents of a page whose engine is durable.
extension Page {
    /// Returns when the turns so far are stored, if the engine is durable.
    ///
    /// - Parameter number: The connection that waits; `nil` for a document.
    /// - Returns: `false` if the connection ends, or the engine, before they are stored.
    func stored(on number: Int?, isolation: isolated (any Actor) = #isolation) async -> Bool {
        // What a page that has ended shows may not be stored.
        guard let engine = navigator?.engine else { return storage == nil }
        if !engine.isDurable { return true }
        guard let number else { return await engine.stored() }
        guard let browser = browsers[number] else { return false }
        return await browser.waitForStorage(of: engine)
    }
}
