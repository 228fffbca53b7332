@testable import EventLoop

/// How frames get to a test's client.
enum Way: CaseIterable {
    case ring, socket, library, tls

    var transport: Transport { self == .tls ? .tls : .tcp }

    var writing: FrameWriting {
        switch self {
        case .ring: .ring
        case .socket: .socket
        case .library: .library
        case .tls: .automatic
        }
    }

    /// Those that there are on this machine.
    static let all = allCases.filter { $0 != .ring || isRingPossible }
    static let isRingPossible = (try? RingWriter()) != nil
}

extension TestServer {
    convenience init(
        by way: Way, _ configure: (inout Configuration) -> Void = { _ in },
        script: @escaping @Sendable (ScriptedHandler) -> Void = { _ in }
    ) throws {
        try self.init(
            over: way.transport,
            {
                $0.writing = way.writing
                configure(&$0)
            }, script: script)
    }
}
