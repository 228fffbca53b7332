/// A fictitious driver. The same ones drive in every generated race, so that their bests are worth
/// something; only how they are that day depends on the seed.
struct DemoDriver: Equatable, Sendable {
    let number: Int
    let transponder: Int
    let firstName: String
    let lastName: String
    /// What a good lap takes, in milliseconds.
    let pace: Int

    static let all: [DemoDriver] = names.enumerated().map { index, name in
        var talent = SeededGenerator(seed: UInt64(index))
        return DemoDriver(
            number: index * 2 + 3,
            transponder: 4_100_000 + index * 1237,
            firstName: name.first,
            lastName: name.last,
            pace: 46_200 + talent.below(1900))
    }

    private static let names: [(first: String, last: String)] = [
        ("Ada", "Lindqvist"), ("Bruno", "Castellan"), ("Chidi", "Okonjo"), ("Dana", "Whitlock"),
        ("Emil", "Sørensen"), ("Farah", "Benali"), ("Gus", "Tanaka"), ("Hanna", "Virtanen"),
        ("Iker", "Zubiri"), ("Jade", "Marlowe"), ("Kofi", "Asante"), ("Lena", "Brandt"),
        ("Milo", "Petrov"), ("Nora", "Fitzgerald"), ("Otto", "Nakamura"), ("Priya", "Raman"),
        ("Quinn", "Abernathy"), ("Rosa", "Delgado"), ("Sami", "Haddad"), ("Tess", "Vandermeer"),
        ("Umar", "Siddiqui"), ("Vera", "Kowalska"), ("Wes", "Thornbury"), ("Ximena", "Rojas"),
        ("Yuki", "Hoshino"), ("Zane", "Calloway"), ("Astrid", "Holm"), ("Beau", "Larkin"),
        ("Carmen", "Ibáñez"), ("Dov", "Adler"), ("Elif", "Demir"), ("Finn", "Gallagher"),
        ("Greta", "Moser"), ("Hugo", "Lefèvre"), ("Ines", "Duarte"), ("Jonas", "Weiss"),
        ("Kira", "Novak"), ("Luca", "Bellini"), ("Maeve", "Doyle"), ("Noel", "Achterberg"),
    ]
}
