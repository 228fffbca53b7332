import COpenSSL

/// An X.509 certificate.
///
/// `@unchecked`, because OpenSSL's object is only read once it is made, and counted atomically.
@safe
public final class Certificate: @unchecked Sendable {
    let x509: OpaquePointer

    /// Takes over an object of OpenSSL.
    init(owning x509: OpaquePointer) {
        unsafe self.x509 = unsafe x509
    }

    /// The first certificate of a file in PEM.
    public convenience init(file path: String) throws(CertificateError) {
        let file = try InputFile(path)
        unsafe self.init(owning: try Self.first(in: file, path))
    }

    deinit {
        unsafe X509_free(x509)
    }

    static func first(
        in file: borrowing InputFile, _ path: String
    ) throws(CertificateError) -> OpaquePointer {
        guard let x509 = unsafe PEM_read_bio_X509_AUX(file.stream, nil, noPassphrase, nil) else {
            _ = OpenSSLErrors.take()
            throw .noCertificate(path: path)
        }
        return unsafe x509
    }

    /// As a file has it.
    public var pem: [UInt8] {
        let memory = Memory()
        unsafe PEM_write_bio_X509(memory.stream, x509)
        return memory.take()
    }

    /// As phones take it up.
    public var der: [UInt8] {
        let memory = Memory()
        unsafe i2d_X509_bio(memory.stream, x509)
        return memory.take()
    }

    /// The SHA-256 hash of it, as phones show it: `3A:7F:…`.
    public var fingerprint: String {
        var bytes = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
        var count: UInt32 = 0
        // The buffer has room for any hash.
        unsafe X509_digest(x509, EVP_sha256(), &bytes, &count)
        return bytes.prefix(Int(count)).map(hexadecimal).joined(separator: ":")
    }

    /// When it ends, such as "Nov 30 13:46:01 2027 GMT".
    public var end: String { unsafe text(of: X509_get0_notAfter(x509)) }

    var beginning: String { unsafe text(of: X509_get0_notBefore(x509)) }

    // Both dates belong to the certificate.
    var hasBegun: Bool { unsafe X509_cmp_current_time(X509_get0_notBefore(x509)) < 0 }
    var hasEnded: Bool { unsafe X509_cmp_current_time(X509_get0_notAfter(x509)) < 0 }

    /// The names that it is for; `*.` stands for any one label.
    public var names: [String] {
        guard let list = unsafe X509_get_ext_d2i(x509, NID_subject_alt_name, nil, nil) else {
            return []
        }
        let entries = OpaquePointer(list)
        defer { unsafe GENERAL_NAMES_free(entries) }
        return unsafe (0..<OPENSSL_sk_num(entries)).compactMap { index in
            var kind: CInt = 0
            // An entry of the list, whose value of this kind is a string, not ended by a zero.
            let entry = unsafe OPENSSL_sk_value(entries, index)?
                .assumingMemoryBound(to: GENERAL_NAME.self)
            guard let value = unsafe GENERAL_NAME_get0_value(entry, &kind), kind == GEN_DNS else {
                return nil
            }
            let string = unsafe value.assumingMemoryBound(to: ASN1_STRING.self)
            let bytes = unsafe UnsafeBufferPointer(
                start: ASN1_STRING_get0_data(string), count: Int(ASN1_STRING_length(string)))
            return unsafe String(decoding: bytes, as: UTF8.self)
        }
    }

    /// Whether a browser that went to this name or address would take it for this server's.
    public func isFor(_ host: HostName) -> Bool {
        // The texts outlive the calls.
        switch host {
        case .name(let text): unsafe X509_check_host(x509, text, text.utf8.count, 0, nil) == 1
        case .address(let text): unsafe X509_check_ip_asc(x509, text, 0) == 1
        }
    }

    /// Whether it was signed by another one, and what that may sign for includes it; else why not.
    /// Dates are not looked at.
    public func fault(under authority: Certificate) -> String? {
        let (store, check) = unsafe (X509_STORE_new(), X509_STORE_CTX_new())
        defer {
            unsafe X509_STORE_CTX_free(check)
            unsafe X509_STORE_free(store)
        }
        // The store counts its own references; the check ends with this call.
        unsafe X509_STORE_add_cert(store, authority.x509)
        unsafe X509_STORE_CTX_init(check, store, x509, nil)
        unsafe X509_STORE_CTX_set_flags(check, UInt(X509_V_FLAG_NO_CHECK_TIME))
        if unsafe X509_verify_cert(check) == 1 { return nil }
        _ = OpenSSLErrors.take()
        let code = unsafe X509_STORE_CTX_get_error(check)
        // A constant string.
        return unsafe String(cString: X509_verify_cert_error_string(Int(code)))
    }

    private func text(of time: UnsafePointer<ASN1_TIME>?) -> String {
        let memory = Memory()
        unsafe ASN1_TIME_print(memory.stream, time)
        return String(decoding: memory.take(), as: UTF8.self)
    }
}

private func hexadecimal(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return digits.count == 1 ? "0\(digits)" : digits
}
