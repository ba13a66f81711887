import Millrace
import MillraceModules

// Frames and documents of a page whose engine is durable.
extension Page {
    /// Returns when the turns so far are stored, if the engine is durable.
    ///
    /// - Parameter number: The connection that waits; `nil` for a document.
    /// - Returns: `false` if the connection ends, or the engine, before they are stored; or if ``storageFrame(on:)`` has a frame.
    func stored(on number: Int?, isolation: isolated (any Actor) = #isolation) async -> Bool {
        // What a page that has ended shows may not be stored.
        guard let engine = navigator?.engine else { return storage == nil }
        if !engine.isDurable { return true }
        guard let number else { return await engine.stored() }
        guard let browser = browsers[number] else { return false }
        return browser.storageText == nil ? await browser.waitForStorage(of: engine) : false
    }

    /// Says something of the storage in all browsers; an empty text while that works.
    func setStorageText(_ text: String) {
        if text == storageText { return }
        storageText = text
        for browser in browsers.values {
            browser.storageText = text
            browser.wake()
            browser.endStorageWait(false)
        }
    }

    /// Returns the frame that says something of the storage; `nil` if there is none. It does not wait for the storage.
    func storageFrame(on number: Int) -> String? {
        browsers[number]?.storageText.take().map { "{\"z\":\(JSONWriter.quoted($0))}" }
    }
}
