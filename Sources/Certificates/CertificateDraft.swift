import COpenSSL

/// A certificate in the making.
@safe
struct CertificateDraft: ~Copyable {
    private let x509: OpaquePointer

    /// - Parameters:
    ///   - name: common name of the subject.
    ///   - from: Unix time in seconds that it is valid from.
    ///   - days: how long it is valid.
    init(name: String, organization: String, key: PrivateKey, from: Int, days: Int) {
        guard let x509 = unsafe X509_new() else { fatalError("no memory is left") }
        unsafe self.x509 = unsafe x509
        unsafe X509_set_version(x509, 2)  // counted from 0: version 3, which has extensions
        setSerial()
        var instant = time_t(from)
        // Here and below OpenSSL copies what it is given.
        unsafe X509_time_adj_ex(X509_getm_notBefore(x509), 0, 0, &instant)
        unsafe X509_time_adj_ex(X509_getm_notAfter(x509), CInt(days), 0, &instant)
        unsafe X509_set_pubkey(x509, key.pkey)
        let subject = unsafe X509_get_subject_name(x509)
        for (field, value) in [("O", organization), ("CN", name)] {
            let bytes = Array(value.utf8)
            unsafe X509_NAME_add_entry_by_txt(
                subject, field, MBSTRING_UTF8, bytes, CInt(bytes.count), -1, 0)
        }
    }

    deinit {
        unsafe X509_free(x509)
    }

    /// 128 random bits, so that no two certificates of an authority have the same.
    private func setSerial() {
        let number = unsafe BN_new()
        defer { unsafe BN_free(number) }
        unsafe BN_rand(number, 128, BN_RAND_TOP_ANY, BN_RAND_BOTTOM_ANY)
        unsafe _ = BN_to_ASN1_INTEGER(number, X509_get_serialNumber(x509))
    }

    /// Adds extensions, signs, and hands the certificate over.
    ///
    /// - Parameters:
    ///   - extensions: in the notation of OpenSSL's configuration.
    ///   - issuer: nil for a certificate that signs itself.
    consuming func signed(
        _ extensions: [(id: CInt, value: String)], by issuer: Certificate?, _ key: PrivateKey
    ) -> Certificate {
        let parent = unsafe issuer?.x509 ?? x509
        unsafe X509_set_issuer_name(x509, X509_get_subject_name(parent))
        var context = unsafe X509V3_CTX()
        unsafe X509V3_set_ctx(&context, parent, x509, nil, nil, 0)
        for (id, value) in extensions {
            // All live for the length of the calls.
            guard let made = unsafe X509V3_EXT_conf_nid(nil, &context, id, value) else {
                fatalError("OpenSSL does not take \(value): \(OpenSSLErrors.takeReason())")
            }
            unsafe X509_add_ext(x509, made, -1)
            unsafe X509_EXTENSION_free(made)
        }
        guard unsafe X509_sign(x509, key.pkey, EVP_sha256()) > 0 else {
            fatalError("OpenSSL does not sign: \(OpenSSLErrors.takeReason())")
        }
        unsafe X509_up_ref(x509)
        return unsafe Certificate(owning: x509)
    }
}
