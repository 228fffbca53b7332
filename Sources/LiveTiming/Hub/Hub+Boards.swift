import EventLoop
import SplitCore
import TimingWire

/// Boards for those who ask for them at once.
extension Hub {
    /// Hands the board of a track to a stand that has someone who wants to join.
    func board(
        of track: TrackID, for number: Int,
        then join: @escaping @Sendable (Stand, Board, BoardBanner?) -> Void,
        orElse refuse: @escaping @Sendable (Stand, WireError) -> Void
    ) {
        let stand = stands[number]
        guard let room = rooms[track], room.state.definition != nil else {
            let error = WireError(
                .timing(.unknownTrack), field: "track", "there is no track \(track)")
            return stand.perform { refuse($0, error) }
        }
        whenPublished(room) { [weak self] board in
            guard let self, let board else {
                let error = WireError(
                    .storageUnavailable, field: "track", Self.notStored(track))
                return stand.perform { refuse($0, error) }
            }
            let banner = banner
            stand.perform { join($0, board, banner) }
        }
    }

    /// Hands on a board that shows every acknowledged event, its places worked out. While the disk
    /// takes nothing or is slow, it is the last one that is safe; nil where there is none. `body` is always
    /// called.
    func whenPublished(_ room: Room, _ body: @escaping (Board?) -> Void) {
        if let board = room.broadcast.published, board.seq >= room.log.durableSeq {
            return body(board)
        }
        switch storage {
        case .healthy: break
        // What waits for the disk is another track's.
        case .slow where room.log.appliedSeq == room.log.durableSeq: break
        case .slow, .failing: return body(room.broadcast.published)
        }
        // One that was worked out at a tick may be on its way to disk already.
        guard room.broadcast.isWaiting || prepareBoard(of: room) else {
            return body(room.broadcast.published)
        }
        room.broadcast.requests.append(body)
        guard room.broadcast.requests.count == 1 else { return }
        room.log.whenDurable(room.log.appliedSeq) { [weak self, weak room] _ in
            guard let self, let room else { return }
            room.broadcast.publish(through: room.log.durableSeq)
            self.answerBoardRequests(of: room)
        }
    }

    /// Answers who waits for a board, where there is a newer one now or none will come for a while.
    func answerBoardRequests(of room: Room) {
        for request in room.broadcast.takeRequests() { whenPublished(room, request) }
    }

    /// The disk takes nothing now, or is slow: who waits for a board has the last one that is safe.
    func answerBoardRequests() {
        for room in rooms.values { answerBoardRequests(of: room) }
    }

    /// Has a track that was just made shown from its first commit on; else there would be nothing to show
    /// of it to who comes while the disk takes nothing.
    func publishFirstBoard(of room: Room) {
        guard room.broadcast.published == nil, prepareBoard(of: room) else { return }
        room.log.whenDurable(room.log.appliedSeq) { [weak room] outcome in
            guard let room, case .durable = outcome else { return }
            room.broadcast.publish(through: room.log.durableSeq)
        }
    }

    /// Why there is no board of a track yet.
    static func notStored(_ track: TrackID) -> String {
        "the track \(track) is not on disk yet, and the server's disk takes nothing now; ask again later"
    }
}
