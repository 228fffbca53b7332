internal import CSodium
import SplitCore

/// Who may do what, by token. Only hashes are held; immutable, so that any thread may ask.
struct AccessTokens: Sendable {
    private let hashes: [Role: [UInt8]]
    /// What can be handed out as a link: the tokens whose files are there.
    let readable: [Role: AccessToken]

    /// Brings together the files of the data directory and the hashes that the journal keeps.
    ///
    /// A file wins: who can write it rules the server anyway, and so a token is changed by writing
    /// another one into it. Without a file the stored hash stays in force, so that a token that has
    /// been noted elsewhere needn't lie on the server. Without either a new token is made, and its
    /// file is on disk before its hash is stored: a start cut short between the two loses nothing.
    ///
    /// - Parameters:
    ///   - directory: exists already.
    ///   - storedHash: what is stored for a role; nil where nothing is.
    ///   - storeHash: stores it for good.
    static func load(
        directory: String,
        storedHash: (Role) throws -> [UInt8]?,
        storeHash: (Role, [UInt8]) throws -> Void
    ) throws(AccessError) -> AccessTokens {
        // Chooses the fastest implementation for this processor, before other threads ask for it.
        guard sodium_init() >= 0 else { throw .cryptography }
        var hashes: [Role: [UInt8]] = [:]
        var readable: [Role: AccessToken] = [:]
        for role in Role.withToken {
            let file = TokenFile(role: role, directory: directory)
            let stored = try storage { try storedHash(role) }
            var token = try file.read()
            if token == nil, stored == nil {
                let new = AccessToken.random()
                try file.create(new)
                token = new
            }
            if let token, stored.map(token.matches) != true {
                try storage { try storeHash(role, token.hash) }
            }
            readable[role] = token
            hashes[role] = token?.hash ?? stored
        }
        return AccessTokens(hashes: hashes, readable: readable)
    }

    /// The highest role that a token gives; nil where it gives none.
    func role(forToken text: String) -> Role? {
        let token = AccessToken(text: text)
        return Role.withToken.filter { hashes[$0].map(token.matches) == true }.max()
    }

    private static func storage<Result>(
        _ body: () throws -> Result
    ) throws(AccessError) -> Result {
        do { return try body() } catch { throw .storage("\(error)") }
    }
}
