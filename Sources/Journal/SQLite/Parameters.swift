import CSQLite

/// The parameters of a statement, one after the other. Texts and bytes are gathered in one buffer that
/// the statement reads from while it runs, so that SQLite need not copy each into memory of its own.
struct Parameters {
    fileprivate enum Value {
        case null
        case integer(Int64)
        /// So many bytes of the buffer.
        case text(Range<Int>)
        case blob(Range<Int>)
    }

    private var values: [Value] = []
    private var bytes: [UInt8] = []

    /// Begins anew; the memory stays.
    mutating func removeAll() {
        values.removeAll(keepingCapacity: true)
        bytes.removeAll(keepingCapacity: true)
    }

    mutating func bind(_ value: Int64) {
        values.append(.integer(value))
    }

    mutating func bind(_ value: Int64?) {
        if let value { bind(value) } else { values.append(.null) }
    }

    mutating func bind(_ value: Bool) {
        bind(value ? 1 : 0 as Int64)
    }

    mutating func bind(_ value: String) {
        values.append(.text(keep(value.utf8)))
    }

    mutating func bind(_ value: String?) {
        if let value { bind(value) } else { values.append(.null) }
    }

    /// UTF-8 bytes that are text to the database, such as JSON.
    mutating func bind(utf8 value: [UInt8]) {
        values.append(.text(keep(value)))
    }

    mutating func bind(utf8 value: [UInt8]?) {
        if let value { bind(utf8: value) } else { values.append(.null) }
    }

    mutating func bind(blob value: [UInt8]?) {
        values.append(value.map { .blob(keep($0)) } ?? .null)
    }

    private mutating func keep(_ value: some Collection<UInt8>) -> Range<Int> {
        let start = bytes.count
        bytes.append(contentsOf: value)
        return start..<bytes.count
    }

    /// Binds all of them for as long as `body` runs, which is given the first result code that was not
    /// `SQLITE_OK`. Then the statement is reset, also after an error: one that waits in mid-step would
    /// hold its read lock. (Its code repeats the error of the step, which `body` has seen.)
    ///
    /// The statement must outlive the call.
    @unsafe func whileBound(
        to statement: OpaquePointer, _ body: (Int32) throws(JournalError) -> Void
    ) throws(JournalError) {
        try unsafe bytes.withUnsafeBufferPointer { buffer throws(JournalError) in
            // No binding outlives the buffer.
            defer {
                unsafe sqlite3_reset(statement)
                unsafe sqlite3_clear_bindings(statement)
            }
            // An empty value needs an address too: without one it would be bound as NULL.
            let start = unsafe UnsafeRawPointer(buffer.baseAddress) ?? UnsafeRawPointer(noBytes)
            var code = SQLITE_OK
            for (offset, value) in values.enumerated() where code == SQLITE_OK {
                code = unsafe value.bind(to: statement, Int32(offset + 1), from: start)
            }
            try body(code)
        }
    }
}

extension Parameters.Value {
    /// No destructor (`SQLITE_STATIC`): the buffer is ours.
    ///
    /// - Parameter start: of the buffer that texts and bytes are in; it outlives the binding.
    @unsafe fileprivate func bind(
        to statement: OpaquePointer, _ index: Int32, from start: UnsafeRawPointer
    ) -> Int32 {
        switch self {
        case .null: unsafe sqlite3_bind_null(statement, index)
        case .integer(let value): unsafe sqlite3_bind_int64(statement, index, value)
        case .text(let range):
            unsafe sqlite3_bind_text64(
                statement, index, (start + range.lowerBound).assumingMemoryBound(to: CChar.self),
                UInt64(range.count), nil, UInt8(SQLITE_UTF8))
        case .blob(let range):
            unsafe sqlite3_bind_blob64(
                statement, index, start + range.lowerBound, UInt64(range.count), nil)
        }
    }
}

/// One byte with an address, for values that have none. Never freed, never written again.
private nonisolated(unsafe) let noBytes: UnsafePointer<UInt8> = {
    let byte = UnsafeMutablePointer<UInt8>.allocate(capacity: 1)
    unsafe byte.initialize(to: 0)
    return unsafe UnsafePointer(byte)
}()
