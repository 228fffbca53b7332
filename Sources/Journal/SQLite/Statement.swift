import CSQLite

/// One prepared statement, and the only owner of its C object. It is reused: each run binds all its
/// parameters anew. Bound to the thread of its `Database`.
// Safe to use: the C object is private, and lives exactly as long as this one.
@safe final class Statement {
    private let statement: OpaquePointer
    /// What the last run was given; kept for its memory.
    private var parameters = Parameters()

    /// Takes over a statement that `sqlite3_prepare_v3` made.
    init(owning statement: OpaquePointer) {
        unsafe self.statement = statement
    }

    deinit {
        // The only owner finalizes it once.
        unsafe sqlite3_finalize(statement)
    }

    /// Runs to the end, without rows wanted. `bind` gives the parameters in the order of the text.
    func run(_ bind: (inout Parameters) -> Void = { _ in }) throws(JournalError) {
        try forEach(bind) { _ in true }
    }

    /// The value that `read` makes of the first row, or `nil` without one.
    func first<Value>(
        _ bind: (inout Parameters) -> Void = { _ in }, _ read: (inout Columns) -> Value
    ) throws(JournalError) -> Value? {
        var value: Value?
        try forEach(bind) { columns in
            value = read(&columns)
            return false
        }
        return value
    }

    /// The first of the values that `read` makes of the rows that satisfies a condition. It steps no
    /// further than that.
    func firstMatch<Value>(
        _ bind: (inout Parameters) -> Void, _ read: (inout Columns) -> Value,
        where isWanted: (Value) -> Bool
    ) throws(JournalError) -> Value? {
        var found: Value?
        try forEach(bind) { columns in
            let value = read(&columns)
            guard isWanted(value) else { return true }
            found = value
            return false
        }
        return found
    }

    /// The values that `read` makes of all rows.
    func all<Value>(
        _ bind: (inout Parameters) -> Void = { _ in }, _ read: (inout Columns) -> Value
    ) throws(JournalError) -> [Value] {
        var values: [Value] = []
        try forEach(bind) { columns in
            values.append(read(&columns))
            return true
        }
        return values
    }

    /// Steps through the rows until `body` answers false or throws.
    func forEach(
        _ bind: (inout Parameters) -> Void, _ body: (inout Columns) throws(JournalError) -> Bool
    ) throws(JournalError) {
        var parameters = Parameters()
        swap(&parameters, &self.parameters)
        defer { swap(&parameters, &self.parameters) }
        parameters.removeAll()
        bind(&parameters)
        // The statement is ours, and reads the parameters in the closure alone.
        try unsafe parameters.whileBound(to: statement) { code throws(JournalError) in
            try check(code, "sqlite3_bind")
            try step(body)
        }
    }

    private func step(
        _ body: (inout Columns) throws(JournalError) -> Bool
    ) throws(JournalError) {
        while true {
            // The statement is ours, and all its parameters are bound.
            let code = unsafe sqlite3_step(statement)
            switch code {
            case SQLITE_ROW:
                var columns = unsafe Columns(of: statement)
                guard try body(&columns) else { return }
            case SQLITE_DONE: return
            default: try check(code, "sqlite3_step")
            }
        }
    }

    private func check(_ code: Int32, _ call: String) throws(JournalError) {
        guard code == SQLITE_OK else {
            // The connection of a statement lives at least as long as the statement.
            let connection = unsafe sqlite3_db_handle(statement)
            throw .sqlite(unsafe SQLiteFailure(call: call, code: code, on: connection))
        }
    }
}
