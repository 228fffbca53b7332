import Journal

/// Why what a journal holds could not be taken into memory.
enum LoadError: Error, CustomStringConvertible {
    case journal(JournalError)
    /// An event that this version cannot read.
    case unreadable(track: String, seq: Int64)
    /// A row of the bests that this version cannot read.
    case unreadableBests(track: String)

    var description: String {
        switch self {
        case .journal(let error): "\(error)"
        case .unreadable(let track, let seq):
            "event \(seq) of the log of "
                + (track.isEmpty ? "the registry of runners" : "track \(track)")
                + " cannot be read; "
                + "was the file written by a newer version?"
        case .unreadableBests(let track):
            "the bests of track \(track) cannot be read; `livetiming rebuild` makes them anew"
        }
    }
}
