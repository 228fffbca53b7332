// Go with gorilla/websocket as a peer of the floor: gorilla PORT RATE LENGTHS. One prepared message for everyone.
package main

import (
	"fmt"
	"log"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/gorilla/websocket"
)

var (
	upgrader = websocket.Upgrader{
		ReadBufferSize: 512, WriteBufferSize: 512, Subprotocols: []string{"livetiming.v1.json"},
	}
	lock     sync.Mutex
	watchers = map[*websocket.Conn]bool{}
)

func watch(answer http.ResponseWriter, request *http.Request) {
	connection, err := upgrader.Upgrade(answer, request, nil)
	if err != nil {
		return
	}
	lock.Lock()
	watchers[connection] = true
	lock.Unlock()
	for err == nil {
		_, _, err = connection.NextReader()
	}
	lock.Lock()
	delete(watchers, connection)
	lock.Unlock()
	connection.Close()
}

func send(length int, now time.Duration, to []*websocket.Conn) {
	head := fmt.Sprintf(`{"type":"update","track":"floor","time":%d,"pad":"`, now.Microseconds())
	text := head + strings.Repeat("x", length-2-len(head)) + `"}`
	message, err := websocket.NewPreparedMessage(websocket.TextMessage, []byte(text))
	if err != nil {
		log.Fatal(err)
	}
	for _, connection := range to {
		// Whoever cannot be written to ends in its own reader.
		_ = connection.WritePreparedMessage(message)
	}
}

func main() {
	var numbers [2]int
	for i := range numbers {
		number, err := strconv.Atoi(os.Args[i+1])
		if err != nil {
			log.Fatal(err)
		}
		numbers[i] = number
	}
	text, err := os.ReadFile(os.Args[3])
	if err != nil {
		log.Fatal(err)
	}
	lengths := strings.Fields(string(text))
	began := time.Now()
	go func() {
		var to []*websocket.Conn
		beat := 0
		for range time.Tick(time.Second / time.Duration(numbers[1])) {
			lock.Lock()
			to = to[:0]
			for connection := range watchers {
				to = append(to, connection)
			}
			lock.Unlock()
			length, err := strconv.Atoi(lengths[beat%len(lengths)])
			if err != nil {
				log.Fatal(err)
			}
			beat++
			send(length, time.Since(began), to)
		}
	}()
	http.HandleFunc("/ws", watch)
	log.Fatal(http.ListenAndServe(fmt.Sprintf("127.0.0.1:%d", numbers[0]), nil))
}
