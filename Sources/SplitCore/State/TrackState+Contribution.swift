/// What a run puts into what is kept over many runs: the bests, and the lists and leads of its session.
extension TrackState {
    /// Puts a contribution in the place of the run's last one. A session whose leads change by it is
    /// added to `led`.
    mutating func replaceContribution(
        of id: RunID, with new: Contribution, led: inout Set<SessionID>
    ) {
        let old = runs[id]!.contribution
        if let old, old == new { return }
        runs[id]!.contribution = new

        replaceValues(of: id, old, new)
        if old?.session != new.session || old?.place != new.place {
            if let old { unlist(id, old) }
            switch new.place {
            case nil: break
            case .running: sessions[new.session]!.running.insert(id)
            case .ended(let at): sessions[new.session]!.ended.insert(.init(at: at, id: id))
            }
            changes.sessions.insert(new.session)
        }
        if let old, old.session != new.session, !old.lapEnds.isEmpty {
            sessions[old.session]!.leads.update(id, [])
            led.insert(old.session)
        }
        let oldEnds = old?.session == new.session ? old?.lapEnds : nil
        if oldEnds ?? [] != new.lapEnds {
            sessions[new.session]!.leads.update(id, new.lapEnds)
            led.insert(new.session)
        }
    }

    private mutating func replaceValues(
        of id: RunID, _ old: Contribution?, _ new: Contribution
    ) {
        guard !archive.isRestoring else { return }
        // Most often a value is added at the end; what stays is not touched.
        var kept = 0
        if let old, old.runner == new.runner, old.scope == new.scope {
            let shared = min(old.values.count, new.values.count)
            while kept < shared, old.values[kept] == new.values[kept] { kept += 1 }
        }
        if let old {
            for value in old.values[kept...] {
                removeBest(value, of: id, by: old.runner, in: nil)
                if let scope = old.scope { removeBest(value, of: id, by: old.runner, in: scope) }
            }
        }
        for value in new.values[kept...] {
            insertBest(value, of: id, by: new.runner, in: nil)
            if let scope = new.scope { insertBest(value, of: id, by: new.runner, in: scope) }
        }
    }

    private mutating func insertBest(
        _ value: MeasuredValue, of run: RunID, by runner: RunnerID, in scope: SessionID?
    ) {
        if isPartlyArchived(scope) {
            need(bests(in: scope).windows(with: value, of: runner), in: scope)
        }
        changeBests(in: scope, value.measure, of: runner) {
            $0.insert(value, runner: runner, run: run, changed: &$1)
        }
    }

    private mutating func removeBest(
        _ value: MeasuredValue, of run: RunID, by runner: RunnerID, in scope: SessionID?
    ) {
        if isPartlyArchived(scope) {
            need(bests(in: scope).windows(without: value, of: runner), in: scope)
        }
        changeBests(in: scope, value.measure, of: runner) {
            $0.remove(value, runner: runner, run: run, changed: &$1)
        }
    }

    private func bests(in scope: SessionID?) -> Bests {
        scope.map { ofSession[$0] ?? Bests() } ?? allTime
    }

    /// Changes the bests of a scope in one measure, and notes what else changes by it.
    mutating func changeBests(
        in scope: SessionID?, _ measure: Measure, of runner: RunnerID,
        by change: (inout Bests, inout Set<RunID>) -> Bests.ChangedChains
    ) {
        let changed: Bests.ChangedChains
        if let scope {
            changed = change(&ofSession[scope, default: .init()], &changes.runs)
            if ofSession[scope]!.isEmpty { ofSession[scope] = nil }
        } else {
            changed = change(&allTime, &changes.runs)
        }
        if changed.ofRunner { changes.bestsOf.insert(runner) }
        if changed.ofEveryone {
            changes.bestsOfEveryone = true
            if measure.hasPace { changes.paceOfEveryone = true }
        }
        // The bests of a session that was made come back with its runs.
        guard scope == nil || scope == Self.openSession else { return }
        if changed.ofEveryone {
            changes.chains.insert(ChainID(scope: scope, runner: nil, measure: measure))
        }
        if changed.ofRunner {
            changes.chains.insert(ChainID(scope: scope, runner: runner, measure: measure))
        }
    }

    private mutating func unlist(_ id: RunID, _ old: Contribution) {
        switch old.place {
        case nil: break
        case .running: sessions[old.session]!.running.remove(id)
        case .ended(let at): sessions[old.session]!.ended.remove(.init(at: at, id: id))
        }
        changes.sessions.insert(old.session)
    }
}
