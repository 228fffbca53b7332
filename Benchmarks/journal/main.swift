import Foundation

// Writes events with their commands in groups, through the journal, and tells the rows per second.
// Compiled together with the sources of `Journal`; see `run`.

let directory = CommandLine.arguments[1]
let groups = 200
let size = 256
let body =
    Array(#"{"run":"0193f0a0-0000-7000-8000-000000000001","at":1796000000123456,"#.utf8)
    + Array(#""uncertainty":4000,"method":"tap","reading":123456.789}"#.utf8)

var options = Journal.Options()
options.batchLimit = size
let journal = try Journal(directory: directory, options: options)

/// One event and what its command was answered.
func transaction(_ seq: Int64) -> Transaction {
    let id = "0193f0a0-0000-7000-8000-\(String(1_000_000_000_000 + seq))"
    return Transaction(
        events: [
            EventRow(
                track: "hill", epoch: "e1", seq: seq, commandID: id,
                receivedAt: 1_796_000_000_000_000 + seq, actor: "timer", device: "phone",
                type: "splitRecorded", body: body)
        ],
        commands: [
            CommandRow(
                track: "hill", commandID: id, digest: [UInt8](repeating: 7, count: 16), seq: seq)
        ])
}

let start = ContinuousClock.now
let done = Monitor<Int64>(0)
for seq in 1...Int64(groups * size) {
    journal.append(transaction(seq)) { result in
        if case .failure(let error) = result { fatalError("\(error)") }
        if seq % Int64(size) == 0 { done.update { $0 = seq } }
    }
    // Two groups under way: one that is written, one that waits whole.
    if seq % Int64(size) == 0 { done.wait { seq - $0 <= Int64(size) ? () : nil } }
}
done.wait { $0 == Int64(groups * size) ? () : nil }
let took = start.duration(to: .now)
let seconds = Double(took.components.seconds) + Double(took.components.attoseconds) / 1e18
let statistics = journal.statistics
print(
    "journal: \(Int(Double(groups * size) / seconds)) events/s",
    "in \(statistics.commits) commits")
journal.close()
