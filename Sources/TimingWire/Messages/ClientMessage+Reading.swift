import SplitCore

extension ClientMessage {
    /// Reads a text message, or says what is wrong with it. The error carries the command's or the
    /// subscription's id where that could be read, so that the client knows which message it was.
    public init(reading bytes: [UInt8]) throws(WireError) {
        var envelope = try Envelope(bytes)
        if let command = try envelope.command() {
            self = .command(command)
        } else if let message = try envelope.message() {
            self = message
        } else {
            throw envelope.unknownType(known: ClientMessageType.names)
        }
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
        var envelope = try Envelope(bytes)
        guard let command = try envelope.command() else {
            throw envelope.unknownType(known: CommandType.names)
        }
        self = command
    }
}

/// An object that says which type of message it is.
private struct Envelope {
    private let object: JSON.Object
    private let type: String
    private var fields: Fields

    init(_ bytes: [UInt8]) throws(WireError) {
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
        var fields = Fields(object, name: "a message", trust: .sender)
        do throws(WireError) {
            type = try fields.required("type").string()
        } catch {
            throw Self.naming(error, object)
        }
        fields.name = type
        self.object = object
        self.fields = fields
    }

    /// The command that it is; nil where its type is none of a command.
    mutating func command() throws(WireError) -> CommandMessage? {
        guard let type = CommandType(rawValue: type) else { return nil }
        do throws(WireError) {
            return try CommandMessage(type, object, from: &fields)
        } catch {
            throw Self.naming(error, object)
        }
    }

    /// The message that is no command; nil where its type is none of those.
    mutating func message() throws(WireError) -> ClientMessage? {
        guard let type = ClientMessageType(rawValue: type) else { return nil }
        do throws(WireError) {
            return try ClientMessage(type, from: &fields)
        } catch {
            throw Self.naming(error, object)
        }
    }

    func unknownType(known types: [String]) -> WireError {
        Self.naming(WireError(unknownType: type, known: types), object)
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
