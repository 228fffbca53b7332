import Glibc
import SplitCore

/// Server time: `CLOCK_BOOTTIME`, which goes on in suspend and which nobody can step, anchored once
/// to UTC.
///
/// Every instant that the server gives or takes is in this time, so a system clock that is stepped
/// moves nothing. The anchor is kept with the boot that it belongs to: a restart in the same boot goes
/// on with the same time, to the microsecond.
struct ServerClock: Sendable {
    /// UTC at the boot, and which boot it was.
    struct Anchor: Equatable, Sendable {
        var boot: String
        /// Microseconds since 1970 when `CLOCK_BOOTTIME` was 0.
        var zero: Int64

        init(boot: String, zero: Int64) {
            self.boot = boot
            self.zero = zero
        }

        /// From the text that `description` gives; nil from anything else.
        init?(_ text: String) {
            let parts = text.split(separator: " ")
            guard parts.count == 2, let zero = Int64(parts[1]) else { return nil }
            self.init(boot: String(parts[0]), zero: zero)
        }

        var description: String { "\(boot) \(zero)" }
    }

    let anchor: Anchor

    /// - Parameters:
    ///   - stored: the anchor of the last start, if any.
    ///   - latest: the last instant that the server gave; time never begins before it.
    init(stored: Anchor?, latest: Timestamp?) {
        let boot = Self.bootID()
        if let stored, stored.boot == boot {
            anchor = stored
            return
        }
        let since = microseconds(of: CLOCK_BOOTTIME)
        let now = max(microseconds(of: CLOCK_REALTIME), (latest?.microseconds ?? 0) + 1)
        anchor = Anchor(boot: boot, zero: now - since)
    }

    var now: Timestamp {
        Timestamp(microseconds: anchor.zero + microseconds(of: CLOCK_BOOTTIME))
    }

    /// The kernel's name for this boot; empty where it has none, which is a boot of its own each time.
    private static func bootID() -> String {
        let descriptor = unsafe open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return "unknown-\(microseconds(of: CLOCK_REALTIME))" }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 64)
        // The buffer is as long as the call is told.
        let count = unsafe read(descriptor, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
            .filter { !$0.isWhitespace }
    }
}
