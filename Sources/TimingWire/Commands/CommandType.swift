/// The commands by the `type` that they have on the wire.
public enum CommandType: String, CaseIterable, Sendable {
    case createTrack, editTrack
    case createSession, editSession, closeSession
    case registerRunner, enterRunner, withdrawRunner
    case createStart, moveStart
    case startRun, recordSplit, finishRun, reopenRun, setStatus, editRun
    case voidRun, restoreRun
    case acceptSplit, assignSplit, voidSplit, restoreSplit, moveSplit
    case shiftCaptures
    case skipCheckpoint, restoreCheckpoint

    static let names = allCases.map(\.rawValue)
}
