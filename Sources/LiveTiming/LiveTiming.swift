@main
struct LiveTiming {
    static func main() {}
}
