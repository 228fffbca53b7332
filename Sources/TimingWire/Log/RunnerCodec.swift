public import SplitCore

/// The log of the registry of runners, which knows one event: a runner was registered, or registered
/// anew under the same id.
public enum RunnerCodec {
    public static let type = "runnerRegistered"
    public static let version = 1

    public static func encode(_ runner: Runner, reason: String? = nil) -> LogBody {
        var writer = JSONWriter()
        writer.beginObject()
        writer.fields(of: runner)
        writer.field("reason", ifAny: reason)
        writer.endObject()
        return LogBody(type: type, version: version, body: writer.bytes)
    }

    public static func decode(
        _ row: LogBody
    ) throws(LogBodyError) -> (runner: Runner, reason: String?) {
        guard row.type == type else { throw .unknownType(row.type) }
        var fields = try row.fields(version: version)
        do throws(WireError) {
            return (try Runner(from: &fields), try fields.optional("reason")?.string())
        } catch {
            throw .field(error)
        }
    }
}
