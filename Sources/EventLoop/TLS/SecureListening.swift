public import Certificates

/// A second listener of a loop, whose connections speak TLS.
public struct SecureListening: Sendable {
    /// 0 lets the system choose; see `EventLoop.boundSecurePort`.
    public var port: UInt16
    /// For a further loop of the same process: where the first one listens, whose port it shares.
    public var beside: ListeningAddress?
    /// What it begins with; see `EventLoop.use(_:)`.
    public var pair: CertificatePair

    public init(port: UInt16, pair: CertificatePair) {
        self.port = port
        self.pair = pair
    }
}
