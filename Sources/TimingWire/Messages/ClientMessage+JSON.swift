extension ClientMessage {
    /// Writes the message as a client sends it. Reading it back gives an equal message.
    public func write(to writer: inout JSONWriter) {
        if case .command(let message) = self { return message.write(to: &writer) }
        writer.beginObject()
        switch self {
        case .hello(let hello):
            writer.type(.hello)
            writer.field("token", ifAny: hello.token)
            writer.field("device", ifAny: hello.device)
            writer.field("client", hello.client)
        case .ping(let t0):
            writer.type(.ping)
            writer.field("t0", t0)
        case .subscribe(let subscription):
            writer.type(.subscribe)
            subscription.write(to: &writer)
        case .unsubscribe(let id, let track):
            writer.type(.unsubscribe)
            writer.field("id", id)
            writer.field("track", track)
        case .deviceStatus(let status):
            writer.type(.deviceStatus)
            writer.field("offset", status.offset)
            writer.field("uncertainty", status.uncertainty)
            writer.field("unsent", status.unsent)
            writer.field("battery", ifAny: status.battery)
        case .command: break
        }
        writer.endObject()
    }
}

extension JSONWriter {
    fileprivate mutating func type(_ type: ClientMessageType) { field("type", type.rawValue) }
}
