import SplitCore

extension ClientMessage {
    /// Reads a text message, or says what is wrong with it. The error carries the command's or the
    /// subscription's id where that could be read, so that the client knows which message it was.
    public init(reading bytes: [UInt8]) throws(WireError) {
        self = try Envelope(bytes, known: ClientMessageType.names).message()
    }

    /// The same for bytes that someone else owns; nothing is kept of them.
    public init(reading buffer: UnsafeRawBufferPointer) throws(WireError) {
        // The caller keeps the buffer alive for the call, and the copy is all that outlives it.
        let bytes = unsafe [UInt8](buffer)
        try self.init(reading: bytes)
    }
}

extension CommandMessage {
    /// Reads a command, as it is posted over HTTP. Other messages are an unknown type here.
    public init(reading bytes: [UInt8]) throws(WireError) {
        let envelope = try Envelope(bytes, known: CommandType.names)
        guard case .command(let message) = try envelope.message() else {
            preconditionFailure("the envelope lets only commands through here")
        }
        self = message
    }
}

/// An object that is known to be a message, and of which type.
private struct Envelope {
    let object: JSON.Object
    let type: String

    init(_ bytes: [UInt8], known types: [String]) throws(WireError) {
        let json: JSON
        do {
            json = try JSONReader.read(bytes)
        } catch {
            throw WireError(.malformed, "The message is not JSON: \(error).")
        }
        guard case .object(let object) = json else {
            throw WireError(
                .notAnObject, "The message is \(json.kind); it must be an object with a `type`.")
        }
        self.object = object
        do throws(WireError) {
            var fields = Fields(object, name: "a message", trust: .sender)
            type = try fields.required("type").string()
            guard types.contains(type) else {
                throw WireError(unknownType: type, known: types)
            }
        } catch {
            throw Self.naming(error, object)
        }
    }

    func message() throws(WireError) -> ClientMessage {
        do throws(WireError) {
            var fields = Fields(object, name: type, trust: .sender)
            _ = fields.optional("type")
            if let command = CommandType(rawValue: type) {
                return .command(try CommandMessage(command, object, from: &fields))
            }
            guard let type = ClientMessageType(rawValue: type) else {
                preconditionFailure("every known type is one or the other")
            }
            return try ClientMessage(type, from: &fields)
        } catch {
            throw Self.naming(error, object)
        }
    }

    /// The error with the ids that the sender will know the message by.
    private static func naming(_ error: WireError, _ object: JSON.Object) -> WireError {
        var error = error
        // By its full name: the initializer for literals traps on what is no id.
        error.commandID = object["commandId"]?.string.flatMap(CommandID.init(_:))
        error.id = object["id"]?.string.flatMap(SubscriptionID.init(_:))
        return error
    }
}

extension WireError {
    /// Names the types that are spelled most like it, where any are; else all of them.
    fileprivate init(unknownType type: String, known: [String]) {
        let nearest = known.nearest(to: type)
        self.init(
            .unknownType, field: "type", values: nearest.isEmpty ? known : nearest,
            "The type \(type.quotedForMessage) is not known"
                + (nearest.isEmpty ? "." : "; did you mean \(nearest.listed)?"))
    }
}

extension ClientMessage {
    fileprivate init(_ type: ClientMessageType, from fields: inout Fields) throws(WireError) {
        switch type {
        case .hello:
            self = .hello(
                Hello(
                    token: try fields.optional("token")?.string(of: FieldLimits.token),
                    device: try fields.optional("device")?.identifier(),
                    client: try fields.required("client").label(of: FieldLimits.client)))
        case .ping:
            self = .ping(t0: try fields.required("t0").integer(in: Int64.min...Int64.max))
        case .subscribe:
            self = .subscribe(try Subscription(from: &fields))
        case .unsubscribe:
            self = .unsubscribe(
                try fields.required("id").identifier(),
                track: try fields.required("track").identifier())
        case .deviceStatus:
            self = .deviceStatus(
                DeviceStatus(
                    offset: try fields.required("offset").span(in: Int64.min...Int64.max),
                    uncertainty: try fields.required("uncertainty")
                        .span(in: 0...Int64.max),
                    unsent: try fields.required("unsent").count(in: FieldLimits.unsent),
                    battery: try fields.optional("battery")?.count(in: FieldLimits.battery)))
        }
    }
}
