import CSQLite

/// One prepared statement, and the only owner of its C object. It is reused: each run binds all its
/// parameters anew. Bound to the thread of its `Database`.
// Safe to use: the C object is private, and lives exactly as long as this one.
@safe final class Statement {
    private let statement: OpaquePointer

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
        // Reset even after an error: a statement that waits in mid-step would hold its read lock.
        // Its code repeats the error of the step, which was thrown already.
        defer { unsafe sqlite3_reset(statement) }
        var parameters = unsafe Parameters(of: statement)
        bind(&parameters)
        try check(parameters.code, "sqlite3_bind")
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

/// The parameters of a statement, bound one after the other. SQLite copies text and bytes
/// (`SQLITE_TRANSIENT`): the buffers that Swift lends end with the call, before the statement runs.
///
/// Made only for the closure that binds: the statement of each `unsafe` call outlives it.
@safe struct Parameters {
    /// The first result code that was not `SQLITE_OK`.
    private(set) var code = SQLITE_OK

    private let statement: OpaquePointer
    private var index: Int32 = 0

    fileprivate init(of statement: OpaquePointer) {
        unsafe self.statement = statement
    }

    mutating func bind(_ value: Int64) {
        let index = next()
        note(unsafe sqlite3_bind_int64(statement, index, value))
    }

    mutating func bind(_ value: Int64?) {
        if let value { bind(value) } else { bindNull() }
    }

    mutating func bind(_ value: Bool) {
        bind(value ? 1 : 0 as Int64)
    }

    mutating func bind(_ value: String) {
        var value = value
        let index = next()
        let statement = unsafe statement
        // The lent buffer is copied within the call; an empty one may have no address.
        let code = value.withUTF8 { bytes in
            unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
                unsafe livetiming_bind_text(
                    statement, index, characters.baseAddress ?? emptyText, UInt64(characters.count))
            }
        }
        note(code)
    }

    mutating func bind(_ value: String?) {
        if let value { bind(value) } else { bindNull() }
    }

    /// UTF-8 bytes that are text to the database, such as JSON.
    mutating func bind(utf8 value: [UInt8]) {
        let index = next()
        let statement = unsafe statement
        // The lent buffer is copied within the call; an empty one may have no address.
        let code = unsafe value.withUnsafeBytes { bytes in
            unsafe livetiming_bind_text(
                statement, index, bytes.bindMemory(to: CChar.self).baseAddress ?? emptyText,
                UInt64(bytes.count))
        }
        note(code)
    }

    mutating func bind(utf8 value: [UInt8]?) {
        if let value { bind(utf8: value) } else { bindNull() }
    }

    mutating func bind(blob value: [UInt8]?) {
        guard let value else { return bindNull() }
        let index = next()
        let statement = unsafe statement
        // The lent buffer is copied within the call; without an address it would be bound as NULL.
        let code = unsafe value.withUnsafeBytes { bytes in
            unsafe livetiming_bind_blob(
                statement, index, bytes.baseAddress ?? UnsafeRawPointer(emptyText),
                UInt64(bytes.count))
        }
        note(code)
    }

    private mutating func bindNull() {
        let index = next()
        note(unsafe sqlite3_bind_null(statement, index))
    }

    private mutating func next() -> Int32 {
        index += 1
        return index
    }

    private mutating func note(_ result: Int32) {
        if code == SQLITE_OK { code = result }
    }
}

/// One byte with an address, for values that have none. Never freed, never written again.
private nonisolated(unsafe) let emptyText: UnsafePointer<CChar> = {
    let byte = UnsafeMutablePointer<CChar>.allocate(capacity: 1)
    unsafe byte.initialize(to: 0)
    return unsafe UnsafePointer(byte)
}()

/// The columns of the current row, read one after the other. Valid until the next step: it never
/// leaves the closure that it is given to, so the statement of each `unsafe` call outlives it.
@safe struct Columns {
    private let statement: OpaquePointer
    private var index: Int32 = -1

    fileprivate init(of statement: OpaquePointer) {
        unsafe self.statement = statement
    }

    mutating func integer() -> Int64 {
        let index = next()
        return unsafe sqlite3_column_int64(statement, index)
    }

    mutating func optionalInteger() -> Int64? {
        isNull ? skip() : integer()
    }

    mutating func bool() -> Bool {
        integer() != 0
    }

    mutating func text() -> String {
        String(decoding: bytes(), as: UTF8.self)
    }

    mutating func optionalText() -> String? {
        isNull ? skip() : text()
    }

    mutating func bytes() -> [UInt8] {
        let index = next()
        // `blob` before `bytes`, as SQLite asks; the memory is copied before the next step.
        guard let start = unsafe sqlite3_column_blob(statement, index) else { return [] }
        let count = unsafe Int(sqlite3_column_bytes(statement, index))
        return unsafe Array(UnsafeRawBufferPointer(start: start, count: count))
    }

    mutating func optionalBytes() -> [UInt8]? {
        isNull ? skip() : bytes()
    }

    private var isNull: Bool {
        unsafe sqlite3_column_type(statement, index + 1) == SQLITE_NULL
    }

    private mutating func skip<Value>() -> Value? {
        index += 1
        return nil
    }

    private mutating func next() -> Int32 {
        index += 1
        return index
    }
}
