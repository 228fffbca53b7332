/// An identifier made of words: `Brands Hatch` is `brands-hatch`. It has 1 to 64 characters of
/// `a–z`, `0–9` and `-`, and is the same for the same words everywhere. Where letters are lost or
/// there are too many, a hash of the words keeps different ones apart.
func slug(_ words: String...) -> String {
    let text = words.joined(separator: " ")
    var slug = ""
    var isLossy = false
    for character in text.lowercased() {
        if let plain = plainLetters[character] {
            slug += plain
        } else if character.isASCII, character.isLetter || character.isNumber {
            slug.append(character)
        } else {
            isLossy = isLossy || !character.isASCII
            if !slug.isEmpty, slug.last != "-" { slug += "-" }
        }
    }
    while slug.last == "-" { slug.removeLast() }
    guard isLossy || slug.isEmpty || slug.count > maximumLength else { return slug }
    let hash = String(fnv1a(text), radix: 16)
    return slug.isEmpty ? hash : "\(slug.prefix(maximumLength - hash.count - 1))-\(hash)"
}

private let maximumLength = 64

private let plainLetters: [Character: String] = [
    "ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "æ": "ae", "ø": "oe", "å": "aa", "œ": "oe",
    "à": "a", "á": "a", "â": "a", "ã": "a", "ç": "c", "è": "e", "é": "e", "ê": "e", "ë": "e",
    "ì": "i", "í": "i", "î": "i", "ï": "i", "ñ": "n", "ò": "o", "ó": "o", "ô": "o", "õ": "o",
    "ù": "u", "ú": "u", "û": "u", "ý": "y", "ÿ": "y",
]

/// The 64-bit FNV-1a hash: short, and the same in every process.
private func fnv1a(_ text: String) -> UInt64 {
    text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
}
