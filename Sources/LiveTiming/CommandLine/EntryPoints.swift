/// Runs the server until it is told to stop.
func serve(_ settings: Settings) throws {
    throw CommandFailure(description: "this build has no server in it")
}

/// Sends a plan to a server, each step when it is due, and returns once all of them are acknowledged.
///
/// - Parameter url: the WebSocket of the server: `ws://127.0.0.1:8080/ws`.
func replay(_ plan: ReplayPlan, to url: String, token: String) throws {
    throw CommandFailure(description: "this build has no client in it that could reach \(url)")
}
