import SplitCore

extension RunOrigin {
    /// From `at`, with the `uncertainty` that only it can have, or from `start`.
    init(from fields: inout Fields) throws(WireError) {
        let (key, field) = try fields.exactlyOne(of: Self.keys)
        try self.init(key: key, field: field, within: &fields)
    }

    /// Nil where neither `at` nor `start` is there.
    static func ifAny(from fields: inout Fields) throws(WireError) -> RunOrigin? {
        guard let (key, field) = try fields.atMostOne(of: keys) else { return nil }
        return try RunOrigin(key: key, field: field, within: &fields)
    }

    private static let keys = ["at", "start"]

    private init(key: String, field: Field, within fields: inout Fields) throws(WireError) {
        if key == "start" {
            self = .start(try field.identifier())
        } else {
            self = .at(
                try field.instant(),
                uncertainty: try fields.optional("uncertainty")?
                    .span(in: FieldLimits.uncertainty) ?? .zero)
        }
    }
}

extension RunEdit {
    init(from fields: inout Fields) throws(WireError) {
        self.init(
            runner: try fields.optional("runner")?.identifier(),
            number: try fields.optional("number")?.label(of: FieldLimits.number),
            session: try fields.optional("session")?.identifier(),
            origin: try RunOrigin.ifAny(from: &fields))
    }
}

extension StartRun {
    init(from fields: inout Fields) throws(WireError) {
        self.init(
            runner: try fields.required("runner").identifier(),
            number: try fields.optional("number")?.label(of: FieldLimits.number),
            session: try fields.optional("session")?.identifier(),
            origin: try RunOrigin(from: &fields),
            revision: try fields.optional("revision")?.count(in: FieldLimits.revision))
    }
}

extension Entry {
    init(from fields: inout Fields) throws(WireError) {
        self.init(
            runner: try fields.required("runner").identifier(),
            session: try fields.optional("session")?.identifier(),
            number: try fields.optional("number")?.label(of: FieldLimits.number),
            category: try fields.optional("category")?.label(of: FieldLimits.name),
            team: try fields.optional("team")?.label(of: FieldLimits.name),
            transponders: try fields.optional("transponders")?
                .labels(FieldLimits.transponders, of: FieldLimits.number) ?? [])
    }
}

extension Runner {
    init(from fields: inout Fields) throws(WireError) {
        self.init(
            id: try fields.required("runner").identifier(),
            name: try fields.required("name").label(of: FieldLimits.name),
            aliases: try fields.optional("aliases")?
                .labels(FieldLimits.aliases, of: FieldLimits.name) ?? [])
    }
}

extension JSONWriter {
    mutating func fields(of origin: RunOrigin) {
        switch origin {
        case .at(let at, let uncertainty):
            field("at", at)
            field("uncertainty", uncertainty)
        case .start(let start):
            field("start", start)
        }
    }

    mutating func fields(of edit: RunEdit) {
        field("runner", ifAny: edit.runner)
        field("number", ifAny: edit.number)
        field("session", ifAny: edit.session)
        if let origin = edit.origin { fields(of: origin) }
    }

    /// What starts a run, but for who runs.
    mutating func startFields(
        number: String?, session: SessionID?, origin: RunOrigin, revision: Int?
    ) {
        field("number", ifAny: number)
        field("session", ifAny: session)
        fields(of: origin)
        field("revision", ifAny: revision)
    }

    mutating func fields(of entry: Entry) {
        field("runner", entry.runner)
        field("session", ifAny: entry.session)
        field("number", ifAny: entry.number)
        field("category", ifAny: entry.category)
        field("team", ifAny: entry.team)
        array("transponders", entry.transponders)
    }

    mutating func fields(of runner: Runner) {
        field("runner", runner.id)
        field("name", runner.name)
        array("aliases", runner.aliases)
    }
}
