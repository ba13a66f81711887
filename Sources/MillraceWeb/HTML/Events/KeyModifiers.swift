/// The keys that are held while another one is pressed.
public struct KeyModifiers: OptionSet, Sendable {
    /// The bits of the set.
    public let rawValue: Int

    /// Creates a set from its bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The Control key.
    public static let control = KeyModifiers(rawValue: 1)
    /// The Alt or Option key.
    public static let alt = KeyModifiers(rawValue: 2)
    /// The Shift key.
    public static let shift = KeyModifiers(rawValue: 4)
    /// The Command or Windows key.
    public static let meta = KeyModifiers(rawValue: 8)

    /// The name of a key with these modifiers, as the script computes it from a key event.
    func name(of key: String) -> String {
        // With Shift, a key of one character has another character.
        let isCharacter = key.count == 1
        let names: [(KeyModifiers, String)] = [
            (.control, "Control"), (.alt, "Alt"), (isCharacter ? [] : .shift, "Shift"), (.meta, "Meta"),
        ]
        let held = names.filter { !$0.0.isEmpty && contains($0.0) }.map(\.1)
        let base = isCharacter && contains(.shift) ? key.uppercased() : key
        return (held + [base == " " ? "Space" : base]).joined(separator: "+")
    }
}
