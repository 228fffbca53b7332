import CUV
import Glibc

/// The system's errors in words.
enum ErrorName {
    /// Such as `EADDRINUSE`. libuv knows every name; its numbers are the system's, negated.
    static func of(_ code: CInt) -> String {
        UVLoop.name(uv_translate_sys_error(code))
    }

    static func sentence(_ code: CInt) -> String {
        UVLoop.describe(uv_translate_sys_error(code))
    }
}
