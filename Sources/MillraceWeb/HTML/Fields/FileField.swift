/// Creates a field that lets the user choose a file. It needs the script.
///
/// The action contains a ``FileUpload`` without its bytes. Let a command's handler read ``FileUpload/chunks``.
///
/// ```swift
/// fileField("Photo", accept: ["image/*"], limit: 5_000_000, send: Action.chosen)
/// ```
/// - Parameters:
///   - label: The name of the field for assistive technology.
///   - accept: The media types and name extensions that the browser offers: `"image/*"`, `".csv"`. The user can choose
///     other files. Defaults to all.
///   - limit: The maximum size of a file in bytes. The server rejects a larger one with a message to the user.
///   - isMultiple: Whether the user can choose several files at once. Each one sends an action. Defaults to `false`.
///   - send: Returns the action for a file. Called on the navigator's actor.
public func fileField<Action>(
    _ label: String, accept: [String] = [], limit: Int, isMultiple: Bool = false,
    send: @escaping (FileUpload) -> Action
) -> HTML<Action> {
    let element = inputElement("file", label)
    element["accept"] = accept.isEmpty ? nil : accept.joined(separator: ",")
    element["multiple"] = isMultiple ? "" : nil
    let event = HTMLEvent(HTMLEvent.file) { sent throws(ValidationError) in
        guard case .file(let file) = sent else { throw .unexpectedValue }
        guard file.size <= limit else { throw ValidationError(.fileTooLarge, file.name, sizeText(limit)) }
        return send(file)
    }
    return HTML(element).listening(to: event)
}

/// A number of bytes for people: `5 MB`, `640 KB`, `12 bytes`.
private func sizeText(_ bytes: Int) -> String {
    if bytes >= 1_000_000 { return "\(((Double(bytes) / 100_000).rounded() / 10).plainText) MB" }
    return bytes >= 1_000 ? "\(bytes / 1_000) KB" : "\(bytes) bytes"
}

extension HTMLEvent {
    /// The name of the event with which a browser announces a file.
    static let file = "file"
}
