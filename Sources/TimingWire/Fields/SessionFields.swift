import SplitCore

// A draft and a definition are edits of everything: all three are read and written as the same
// fields. Only an edit has a flag.

extension SessionEdit {
    init(_ draft: SessionDraft) {
        self.init(
            name: draft.name, rank: draft.rank, counts: draft.counts,
            limit: draft.limit.map(LimitEdit.to), finish: draft.finish, ties: draft.ties,
            scope: draft.scope, clock: draft.clock)
    }

    init(_ definition: SessionDefinition) {
        self.init(
            name: definition.name, rank: definition.rank, counts: definition.counts,
            limit: definition.limit.map(LimitEdit.to), finish: definition.finish,
            ties: definition.ties, scope: definition.scope, clock: definition.clock)
    }

    /// All but the flag.
    fileprivate init(definitionFrom fields: inout Fields) throws(WireError) {
        let name = try fields.optional("name")?.label(of: FieldLimits.name)
        let rank: Rank? = try fields.optional("rank")?.choice()
        let counts: CountedRuns? = try fields.optional("counts")?.choice()
        let limit: LimitEdit? =
            if fields.isNull("limit") { LimitEdit.none } else {
                try fields.optional("limit")?.limit(within: &fields)
            }
        self.init(
            name: name, rank: rank, counts: counts, limit: limit,
            finish: try fields.optional("finish")?.choice(),
            ties: try fields.optional("ties")?.choice(),
            scope: try fields.optional("scope")?.choice(),
            clock: try fields.optional("clock")?.choice())
    }

    init(from fields: inout Fields) throws(WireError) {
        try self.init(definitionFrom: &fields)
        if let flag: Flag = try fields.optional("flag")?.choice() {
            self.flag = ShownFlag(flag, at: try fields.required("at").instant())
        }
    }
}

extension SessionDraft {
    init(from fields: inout Fields) throws(WireError) {
        let edit = try SessionEdit(definitionFrom: &fields)
        self.init(
            name: edit.name, rank: edit.rank, counts: edit.counts ?? .best,
            limit: edit.limit?.limit, finish: edit.finish ?? .each, ties: edit.ties ?? .share,
            scope: edit.scope, clock: edit.clock ?? .gun)
    }
}

extension SessionDefinition {
    init(from fields: inout Fields) throws(WireError) {
        let name = try fields.required("name").string()
        let rank: Rank = try fields.required("rank").choice()
        let draft = try SessionDraft(from: &fields)
        self.init(
            name: name, rank: rank, counts: draft.counts, limit: draft.limit,
            finish: draft.finish, ties: draft.ties, scope: draft.scope, clock: draft.clock)
    }
}

extension JSONWriter {
    mutating func fields(of edit: SessionEdit) {
        field("name", ifAny: edit.name)
        field("rank", ifAny: edit.rank)
        field("counts", ifAny: edit.counts)
        if let limit = edit.limit { field("limit", limit.limit) }
        field("finish", ifAny: edit.finish)
        field("ties", ifAny: edit.ties)
        field("scope", ifAny: edit.scope)
        field("clock", ifAny: edit.clock)
        if let shown = edit.flag {
            field("flag", shown.flag)
            field("at", shown.at)
        }
    }
}

extension LimitEdit {
    /// The limit that it comes to.
    fileprivate var limit: Limit? {
        switch self {
        case .none: nil
        case .to(let limit): limit
        }
    }
}

extension Field {
    fileprivate func limit(within fields: inout Fields) throws(WireError) -> LimitEdit {
        var inner = try self.fields()
        let (key, field) = try inner.exactlyOne(of: ["laps", "time"])
        let limit: Limit
        if key == "laps" {
            limit = .laps(try field.count(in: FieldLimits.limitLaps))
        } else {
            limit = .time(
                try field.span(in: FieldLimits.limitTime),
                plusLaps: try inner.optional("plusLaps")?.count(in: FieldLimits.laps) ?? 0)
        }
        fields.adopt(inner)
        return .to(limit)
    }
}
