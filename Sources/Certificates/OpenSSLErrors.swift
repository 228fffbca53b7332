import COpenSSL

/// What OpenSSL noted on this thread about calls that failed.
enum OpenSSLErrors {
    /// Empties the list; the first is the cause.
    static func take() -> [UInt] {
        var errors: [UInt] = []
        while case let code = ERR_get_error(), code != 0 { errors.append(code) }
        return errors
    }

    /// The cause in OpenSSL's words.
    static func takeReason() -> String {
        guard let code = take().first, let reason = unsafe ERR_reason_error_string(code) else {
            return "OpenSSL does not take it"
        }
        return unsafe String(cString: reason)  // a constant string
    }
}
