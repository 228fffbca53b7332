import CUV
import CWebsockets
import Glibc

/// The libwebsockets context on a libuv loop of ours: its protocols, its settings, its end.
///
/// Everything that libwebsockets keeps pointers to lives in this object, which outlives the context.
@safe
final class LibraryContext {
    /// What the connections of the server and its clients are bound to, by index.
    enum Role: Int, CaseIterable {
        /// Requests. First, as libwebsockets starts every connection on the first protocol.
        case http
        /// WebSockets of the server. Its name is the subprotocol that is agreed on.
        case webSocket
        /// WebSockets that this process opened to others.
        case client
        /// Connections that do not speak HTTP.
        case refused
    }

    private let protocols: UnsafeMutablePointer<lws_protocols>
    private let names: [UnsafeMutablePointer<CChar>]
    /// What becomes of a connection that does not speak HTTP: bytes without a protocol.
    private let refusedRole: UnsafeMutablePointer<CChar>
    /// All zero: libwebsockets shall send no pings and hang up on nobody, a wheel of ours does.
    private let idlePolicy: UnsafeMutablePointer<lws_retry_bo_t>
    /// Set to nil by libwebsockets when the context has been freed.
    let context: UnsafeMutablePointer<OpaquePointer?>

    /// What connections over TLS are bound to; the context frees it.
    var secureHost: OpaquePointer?
    /// Its part in OpenSSL, where its certificate is.
    var secureContext: OpaquePointer?
    let secureName: UnsafeMutablePointer<CChar>
    let secureVersion: UnsafeMutablePointer<CChar>

    /// - Parameter owner: what `lws_context_user` answers in callbacks; it outlives this object.
    init(
        on loop: UVLoop, configuration: Configuration, owner: UnsafeMutableRawPointer,
        callback: @escaping LibraryCallback
    ) throws(LoopError) {
        // All of it is freed in `deinit`, after the context.
        unsafe names = Role.allCases.map {
            unsafe Self.copy(Self.name(of: $0, configuration))
        }
        unsafe refusedRole = unsafe Self.copy("raw-skt")
        unsafe secureName = unsafe Self.copy("secure")
        unsafe secureVersion = unsafe Self.copy("http/1.1")
        unsafe protocols = .allocate(capacity: Role.allCases.count + 1)
        unsafe protocols.initialize(repeating: lws_protocols(), count: Role.allCases.count + 1)
        unsafe idlePolicy = .allocate(capacity: 1)
        unsafe idlePolicy.initialize(to: lws_retry_bo_t())
        unsafe context = .allocate(capacity: 1)
        unsafe context.initialize(to: nil)

        for role in Role.allCases {
            unsafe protocols[role.rawValue].name = UnsafePointer(names[role.rawValue])
            unsafe protocols[role.rawValue].callback = callback
            // Decides the memory of an idle connection; messages come in pieces of this size.
            unsafe protocols[role.rawValue].rx_buffer_size = role == .webSocket ? 128 : 4096
            // What is written at once: over TLS a fragment has to go as a whole, to leave nothing over.
            unsafe protocols[role.rawValue].tx_packet_size = FrameLayout.longestFragment
        }
        try unsafe create(on: loop, configuration, owner)
    }

    deinit {
        // The context is gone; see `finish`.
        unsafe refusedRole.deallocate()
        unsafe secureName.deallocate()
        unsafe secureVersion.deallocate()
        for role in Role.allCases { unsafe names[role.rawValue].deallocate() }
        unsafe protocols.deallocate()
        unsafe idlePolicy.deallocate()
        unsafe context.deallocate()
    }

    private func create(
        on loop: UVLoop, _ configuration: Configuration, _ owner: UnsafeMutableRawPointer
    ) throws(LoopError) {
        let usesTLS = configuration.allowsSecureClients || configuration.secure != nil
        var info = unsafe hostInfo()
        unsafe info.port = livetiming_lws_no_listen
        unsafe info.options |= usesTLS ? livetiming_lws_option_tls : 0
        unsafe info.user = owner
        unsafe info.pcontext = context
        unsafe info.gid = -1
        unsafe info.uid = -1
        unsafe info.max_http_header_data = 8192

        var loopAddress: UnsafeMutableRawPointer? = unsafe UnsafeMutableRawPointer(loop.pointer)
        let created = unsafe withUnsafeMutablePointer(to: &loopAddress) { loops in
            // The list is only read during the call.
            unsafe info.foreign_loops = loops
            return unsafe lws_create_context(&info)
        }
        guard let created = unsafe created else {
            throw LoopError(
                reason: .libraryUnavailable, call: "lws_create_context", code: "",
                message: "libwebsockets could not start; is its libuv plugin installed?")
        }
        unsafe context.pointee = created
    }

    /// What plain and secure connections have in common.
    func hostInfo() -> lws_context_creation_info {
        var info = unsafe lws_context_creation_info()
        unsafe info.protocols = UnsafePointer(protocols)
        unsafe info.options = livetiming_lws_options
        unsafe info.retry_and_idle_policy = UnsafePointer(idlePolicy)
        unsafe info.timeout_secs = 20
        unsafe info.keepalive_timeout = 30
        unsafe info.listen_accept_role = UnsafePointer(refusedRole)
        unsafe info.listen_accept_protocol = UnsafePointer(names[Role.refused.rawValue])
        return unsafe info
    }

    /// Makes an accepted socket an HTTP connection. The descriptor is libwebsockets' from here on,
    /// also where it fails.
    func adopt(_ descriptor: CInt, isSecure: Bool) {
        guard let context = unsafe context.pointee else { return }
        if isSecure {
            unsafe _ = lws_adopt_socket_vhost(secureHost, descriptor)
        } else {
            unsafe _ = lws_adopt_socket(context, descriptor)
        }
    }

    /// Has libwebsockets read from a connection whose reading it does not watch itself. Answers false where it will not
    /// do so again: the connection has ended, or ends once something before that is sent.
    func read(from descriptor: CInt) -> Bool {
        guard let context = unsafe context.pointee else { return false }
        var event = pollfd(fd: descriptor, events: Int16(POLLIN), revents: Int16(POLLIN))
        // As the libuv plugin does it for what libuv tells; not from within a callback.
        return unsafe lws_service_fd(context, &event) == 0
    }

    /// Begins the end: every connection is closed. Not from within a callback.
    func beginEnd() {
        guard let context = unsafe context.pointee else { return }
        unsafe lws_context_destroy(context)
    }

    /// Frees the context, once the loop has run until none of its handles was left.
    func finish() {
        guard let context = unsafe context.pointee else { return }
        unsafe lws_context_destroy(context)
    }

    /// Opens a WebSocket to a server. The outcome comes in callbacks that carry `key`.
    func connect(to target: ClientTarget, subprotocol: String, key: SlotKey) -> Bool {
        guard let context = unsafe context.pointee else { return false }
        var info = unsafe lws_client_connect_info()
        unsafe info.context = context
        unsafe info.port = CInt(target.port)
        unsafe info.ssl_connection = target.isSecure ? CInt(LCCSCF_USE_SSL.rawValue) : 0
        unsafe info.retry_and_idle_policy = UnsafePointer(idlePolicy)
        unsafe info.opaque_user_data = UnsafeMutableRawPointer(bitPattern: key.word)
        unsafe info.local_protocol_name = UnsafePointer(names[Role.client.rawValue])
        // The call copies every string.
        return unsafe target.host.withCString { host in
            unsafe target.path.withCString { path in
                unsafe target.authority.withCString { authority in
                    unsafe subprotocol.withCString { subprotocol in
                        unsafe info.address = host
                        unsafe info.path = path
                        unsafe info.host = authority
                        unsafe info.origin = nil
                        unsafe info.protocol = subprotocol
                        return unsafe lws_client_connect_via_info(&info) != nil
                    }
                }
            }
        }
    }

    private static func name(of role: Role, _ configuration: Configuration) -> String {
        switch role {
        // A subprotocol cannot have a space, so nobody can ask for these.
        case .http: "http requests"
        case .webSocket: configuration.subprotocol
        case .client: "opened websockets"
        case .refused: "not http"
        }
    }

    private static func copy(_ text: String) -> UnsafeMutablePointer<CChar> {
        let bytes = text.utf8CString
        let memory = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
        for (index, byte) in bytes.enumerated() {
            // Within the capacity just allocated.
            unsafe memory.advanced(by: index).initialize(to: byte)
        }
        return unsafe memory
    }
}

/// What libwebsockets calls for every event of every connection.
typealias LibraryCallback =
    @convention(c) (
        OpaquePointer?, lws_callback_reasons, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?,
        Int
    ) -> CInt
