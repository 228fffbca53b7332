internal import Certificates
import Dispatch
import EventLoop

/// The server's certificate, which may be exchanged while it serves. Loop thread only.
extension Server {
    /// Reads the files anew. What cannot be used is told, and the certificate in force stays so.
    func renewCertificate(_ origin: SecureOrigin) {
        let (mailbox, server) = (loop.mailbox, LoopBound(self))
        let (certificate, key) = (origin.certificateFile, origin.keyFile)
        // The loop does not wait for a disk.
        Self.renewals.async {
            let read = Result {
                try SecureOrigin(certificateFile: certificate, keyFile: key)
            }
            mailbox.post { server.value.take(read) }
        }
    }

    /// One after the other, so that what was read last counts.
    private static let renewals = DispatchQueue(label: "certificates")

    private func take(_ read: Result<SecureOrigin, any Error>) {
        do {
            let origin = try read.get()
            guard loop.use(origin.pair) else {
                return log.error("the certificate that was in force stays so")
            }
            for sideLoop in sideLoops { sideLoop.use(origin.pair) }
            router.secure = SecureAnswers(
                port: loop.boundSecurePort.map(Int.init), authority: origin.authority,
                page: links.securePage)
            tell("new connections see another certificate", origin)
        } catch {
            log.error("the certificate that was in force stays so", ["error": "\(error)"])
        }
    }

    func tell(_ message: String, _ origin: SecureOrigin) {
        log.info(
            message,
            [
                "port": loop.boundSecurePort.map(Int.init) ?? 0,
                "certificate": origin.certificateFile,
                "validUntil": origin.pair.certificate.end,
            ])
    }
}
