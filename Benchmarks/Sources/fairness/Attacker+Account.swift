import LoopbackClients

// Attacks with the account of the owner.
extension Attacker {
    private static let passphrase = "correct+horse+battery"
    /// The form of a sheet: its URL contains the control.
    private static let form = "&amp;r="

    /// Opens the form for a sign-in, sends it, and returns the document after it.
    private mutating func signIn(at path: String, _ passphrase: String = passphrase) throws -> Document {
        let document = try browser.open(path)
        let sheet = try browser.submit(document.control("id=\"sign-in\""), in: document)
        return try browser.submit(sheet.control(Self.form), "name=Emma&passphrase=\(passphrase)", in: sheet)
    }

    mutating func createAccount() throws {
        let document = try signIn(at: "/settings")
        _ = try document.control("id=\"sign-out\"")
    }

    /// Signs in with wrong passphrases.
    mutating func signInWrongly() throws {
        _ = try signIn(at: "/settings", "wrong+horse+battery")
        work.count()
    }

    /// Signs in, follows ten addresses of a slow server, and reads them again and again.
    mutating func followSlowServers() throws {
        var document = try signIn(at: "/following")
        if document.bytes.index(of: "id=\"follow\"") == nil { throw ClientFailure("the attacker is not signed in") }
        for number in 0..<10 {
            document = try browser.submit(
                document.control(Self.form), "address=\(work.server.address(number))", in: document)
            work.count()
        }
        while true {
            document = try browser.submit(document.control("id=\"refresh\""), in: document)
            work.count()
        }
    }
}
