import Testing

/// Everything that runs a real loop. One test at a time: they block, and the machine is small.
@Suite(.serialized)
struct LoopTests {}
