/// The way to answer one request, now or later, from any thread.
///
/// If the client leaves first, an answer goes nowhere. A request that is never answered is cut off
/// after `Configuration.requestTimeout`.
public struct HTTPResponder: Sendable {
    private let transaction: LoopReference<HTTPTransaction>

    init(_ transaction: HTTPTransaction, on loop: EventLoop) {
        self.transaction = LoopReference(transaction, on: loop)
    }

    /// Answers. Only the first answer counts.
    public func respond(_ response: HTTPResponse) {
        transaction.perform { $0.respond(response) }
    }
}
