import COpenSSL
import CWebsockets
import Certificates

/// The part of the context that speaks TLS: a host of its own, whose certificate can be exchanged.
extension LibraryContext {
    /// Makes what connections over TLS are bound to. Once.
    func openSecureHost(_ pair: CertificatePair) throws(LoopError) {
        var info = unsafe hostInfo()
        // Not the port of the plain host: libwebsockets looks for a host by name and port, and shall
        // never find one for the connections of the other.
        unsafe info.port = livetiming_lws_no_listen_secure
        unsafe info.options |= livetiming_lws_options_secure
        unsafe info.vhost_name = UnsafePointer(secureName)
        // Nothing else is agreed on: HTTP/2 is not served here.
        unsafe info.alpn = UnsafePointer(secureVersion)
        unsafe secureHost = unsafe lws_create_vhost(context.pointee, &info)
        guard unsafe secureHost != nil, use(pair) else {
            throw LoopError(
                reason: .libraryUnavailable, call: "lws_create_vhost", code: "",
                message: "libwebsockets could not set up TLS.")
        }
    }

    /// libwebsockets has made the TLS of the host, without a certificate yet.
    func secureHostBegins(_ made: UnsafeMutableRawPointer) {
        let made = OpaquePointer(made)
        unsafe secureContext = made
        unsafe _ = livetiming_require_tls_1_2(made)
    }

    /// Has connections from now on see this certificate.
    func use(_ pair: CertificatePair) -> Bool {
        guard let secureContext = unsafe secureContext else { return false }
        return unsafe pair.install(in: secureContext)
    }
}
