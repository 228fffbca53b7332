/// The way to answer one request, now or later. Loop thread only; wrap it in `LoopBound` to take it
/// along to a thread that finds the answer.
///
/// If the client leaves first, an answer goes nowhere. A request that is never answered is cut off
/// after `Configuration.requestTimeout`.
public final class HTTPResponder {
    private weak var transaction: HTTPTransaction?

    init(_ transaction: HTTPTransaction) {
        self.transaction = transaction
    }

    /// Whether the client still waits for an answer.
    public var isWaiting: Bool { transaction?.isWaiting ?? false }

    /// Answers. Only the first answer counts.
    public func respond(_ response: HTTPResponse) {
        transaction?.respond(response)
    }
}
