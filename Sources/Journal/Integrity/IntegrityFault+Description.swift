extension IntegrityFault: CustomStringConvertible {
    public var description: String {
        switch self {
        case .damaged(let finding):
            "the file is damaged: \(finding)"
        case .gap(let track, let first, let last, let count):
            "\(log(of: track)) has gaps: \(count) events, from seq \(first) to seq \(last)"
        case .wrongHead(let track, nil, let last):
            "\(log(of: track)) has no head; its last event has seq \(last)"
        case .wrongHead(let track, let head?, 0):
            "\(log(of: track)) should end with seq \(head), and has no events"
        case .wrongHead(let track, let head?, let last):
            "\(log(of: track)) should end with seq \(head), and ends with seq \(last)"
        case .brokenEpoch(let track, let epoch):
            "\(log(of: track)) goes back to epoch \(epoch)"
        case .wrongInstant(let track, let head, let latest):
            "the latest instant in \(log(of: track)) should be \(text(head)), and is \(text(latest))"
        case .wrongAnswer(let track, let commandID, let seq):
            "command \(commandID) was answered with seq \(seq), which \(log(of: track)) does not have"
        case .dangling(let table, let parent, let count):
            "\(count) rows of \(table) point at rows of \(parent) that are missing"
        case .activeAndStored(let track, let run):
            "run \(run) of track \(track) is among those that are out, and has ended"
        }
    }
}

private func log(of track: String) -> String {
    track.isEmpty ? "the log of the registry of runners" : "the log of track \(track)"
}

private func text(_ instant: Int64?) -> String {
    instant.map { "\($0)" } ?? "none"
}
