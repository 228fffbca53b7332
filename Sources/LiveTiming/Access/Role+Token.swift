import SplitCore

extension Role {
    /// The roles that a token of the data directory gives.
    static let withToken: [Role] = [.timer, .control]
}
