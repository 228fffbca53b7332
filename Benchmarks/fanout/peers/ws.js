// ws for Node as a peer of the floor: node ws.js PORT RATE LENGTHS. One frame for everyone, by its `send`.
const { readFileSync } = require("fs");
const { WebSocketServer } = require("ws");

const [port, rate] = process.argv.slice(2, 4).map(Number);
const lengths = readFileSync(process.argv[4], "ascii").trim().split(/\s+/).map(Number);
const server = new WebSocketServer({
  host: "127.0.0.1", port, path: "/ws", backlog: 4096, perMessageDeflate: false, clientTracking: false,
  handleProtocols: (offered) => [...offered][0],
});
const watchers = new Set();

server.on("connection", (socket) => {
  socket.on("error", () => {});
  socket.on("close", () => watchers.delete(socket));
  watchers.add(socket);
});

function frame(length) {
  const time = process.hrtime.bigint() / 1000n;
  const head = `{"type":"update","track":"floor","time":${time},"pad":"`;
  return Buffer.from(`${head.padEnd(length - 2, "x")}"}`);
}

const period = 1000 / rate;
let due = performance.now();
let count = 0;
(function beat() {
  const bytes = frame(lengths[count % lengths.length]);
  count += 1;
  for (const socket of watchers) socket.send(bytes, { binary: false });
  // A beat that is long over is left out.
  due = Math.max(due + period, performance.now() - period);
  setTimeout(beat, Math.max(0, due - performance.now()));
})();
