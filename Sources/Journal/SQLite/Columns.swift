import CSQLite

/// The columns of the current row, read one after the other. Valid until the next step: it never
/// leaves the closure that it is given to, so the statement of each `unsafe` call outlives it.
@safe struct Columns {
    private let statement: OpaquePointer
    private var index: Int32 = -1

    init(of statement: OpaquePointer) {
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
