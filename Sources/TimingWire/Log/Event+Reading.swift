import SplitCore

extension Event {
    init(_ type: EventType, from fields: inout Fields) throws(WireError) {
        switch type {
        case .trackCreated: self = .trackCreated(try TrackDefinition(from: &fields))
        case .trackEdited:
            self = .trackEdited(try TrackEdit(from: &fields), at: try fields.at())
        case .sessionCreated:
            self = .sessionCreated(
                try fields.id("session"), try SessionDefinition(from: &fields))
        case .sessionEdited:
            self = .sessionEdited(try fields.id("session"), try SessionEdit(from: &fields))
        case .sessionClosed:
            self = .sessionClosed(try fields.id("session"), at: try fields.at())
        case .runnerEntered: self = .runnerEntered(try Entry(from: &fields))
        case .runnerWithdrawn:
            self = .runnerWithdrawn(
                try fields.id("runner"), session: try fields.optional("session")?.identifier())
        case .runnerRenamed: self = .runnerRenamed(try fields.id("runner"))
        case .startCreated: self = .startCreated(try StartCapture(from: &fields))
        case .startMoved:
            self = .startMoved(
                try fields.id("start"), at: try fields.at(),
                uncertainty: try fields.uncertainty())
        case .runStarted: self = .runStarted(try RunCapture(from: &fields))
        case .splitRecorded:
            var capture = try SplitCapture(from: &fields)
            capture.device = try fields.device()
            self = .splitRecorded(capture)
        case .finishRecorded:
            self = .finishRecorded(
                FinishCapture(
                    id: try fields.id("finish"), run: try fields.id("run"),
                    at: try fields.at(), device: try fields.device()))
        case .runReopened: self = .runReopened(try fields.id("run"), at: try fields.at())
        case .statusSet:
            self = .statusSet(try fields.id("run"), try fields.required("status").choice())
        case .runEdited: self = .runEdited(try fields.id("run"), try RunEdit(from: &fields))
        case .runVoided: self = .runVoided(try fields.id("run"))
        case .runRestored: self = .runRestored(try fields.id("run"))
        case .splitAccepted: self = .splitAccepted(try fields.id("split"))
        case .splitAssigned:
            self = .splitAssigned(try fields.id("split"), try Assignment(from: &fields))
        case .splitVoided: self = .splitVoided(try fields.id("split"))
        case .splitRestored: self = .splitRestored(try fields.id("split"))
        case .splitMoved: self = .splitMoved(try fields.id("split"), at: try fields.at())
        case .capturesShifted: self = .capturesShifted(try ClockShift(from: &fields))
        case .checkpointSkipped:
            self = .checkpointSkipped(
                try fields.id("run"), try fields.id("checkpoint"), lap: try fields.lap())
        case .checkpointRestored:
            self = .checkpointRestored(
                try fields.id("run"), try fields.id("checkpoint"), lap: try fields.lap())
        }
    }
}

extension StartCapture {
    fileprivate init(from fields: inout Fields) throws(WireError) {
        self.init(
            id: try fields.id("start"), session: try fields.id("session"), at: try fields.at(),
            uncertainty: try fields.uncertainty(), device: try fields.device())
    }
}

extension RunCapture {
    fileprivate init(from fields: inout Fields) throws(WireError) {
        let start = try StartRun(from: &fields)
        self.init(
            run: try fields.id("run"), runner: start.runner, number: start.number,
            session: start.session, origin: start.origin, revision: start.revision,
            device: try fields.device())
    }
}

extension Fields {
    fileprivate mutating func id<Kind>(_ key: String) throws(WireError) -> Identifier<Kind> {
        try required(key).identifier()
    }

    fileprivate mutating func at() throws(WireError) -> Timestamp {
        try required("at").instant()
    }

    fileprivate mutating func uncertainty() throws(WireError) -> TimeSpan {
        try required("uncertainty").span(in: FieldLimits.uncertainty)
    }

    fileprivate mutating func lap() throws(WireError) -> Int {
        try required("lap").count(in: FieldLimits.lap)
    }

    fileprivate mutating func device() throws(WireError) -> DeviceID? {
        try optional("device")?.identifier()
    }
}
