/* The least that a server on one core can do for its spectators: epoll, the shortest handshake, and one
 * frame for everyone, so many times a second. It knows so much of the contract that
 * `livetiming load` takes it for a server, and nothing of timing.
 *
 *     floor PORT RATE LENGTHS send|io_uring
 *
 * LENGTHS is a file with the frames' lengths in bytes, a line for each; after the last comes the first again. They are not all the
 * same, as TCP takes one that is shorter than another for the end of a message and acknowledges it at once. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <liburing.h>
#include <netinet/tcp.h>
#include <openssl/evp.h>
#include <openssl/sha.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

enum { MOST = 65536, BATCH = 512, SHORTEST = 100, LONGEST = 65000 };

/* By descriptor: 0 nobody, 1 has asked for nothing yet, 2 has its WebSocket, 3 watches. */
static unsigned char state[MOST];
static int watching[MOST], watchers, poll_set;
static unsigned char frame[LONGEST + 16];
static int frame_length, lengths[MOST], length_count;
static struct io_uring ring;

static void fail(const char *what)
{
    perror(what);
    exit(1);
}

static int64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000 + time.tv_nsec / 1000;
}

static void end(int descriptor)
{
    if (state[descriptor] == 3)
        for (int i = 0; i < watchers; i++)
            if (watching[i] == descriptor) {
                watching[i] = watching[--watchers];
                break;
            }
    state[descriptor] = 0;
    close(descriptor);
}

/* A text frame of a server; its length in bytes. */
static int put_frame(unsigned char *to, const char *text, int length)
{
    int head = 2;
    to[0] = 0x81;
    if (length < 126) {
        to[1] = (unsigned char)length;
    } else {
        to[1] = 126;
        to[2] = (unsigned char)(length >> 8);
        to[3] = (unsigned char)length;
        head = 4;
    }
    memcpy(to + head, text, (size_t)length);
    return head + length;
}

static void read_lengths(const char *path)
{
    FILE *file = fopen(path, "r");
    if (!file) fail(path);
    while (length_count < MOST && fscanf(file, "%d", &lengths[length_count]) == 1) {
        int length = lengths[length_count++];
        if (length < SHORTEST || length > LONGEST) {
            fprintf(stderr, "a frame has %d to %d bytes, not %d\n", SHORTEST, LONGEST, length);
            exit(2);
        }
    }
    fclose(file);
    if (!length_count) {
        fprintf(stderr, "%s: no lengths\n", path);
        exit(2);
    }
}

static void make_frame(void)
{
    static int beat;
    int length = lengths[beat++ % length_count];
    static char text[LONGEST + 1];
    int head = snprintf(text, sizeof text, "{\"type\":\"update\",\"track\":\"floor\",\"time\":%lld,\"pad\":\"",
                        (long long)now());
    memset(text + head, 'x', (size_t)(length - head - 2));
    memcpy(text + length - 2, "\"}", 2);
    frame_length = put_frame(frame, text, length);
}

static void fan_out_by_send(void)
{
    for (int i = watchers - 1; i >= 0; i--) {
        ssize_t sent = send(watching[i], frame, (size_t)frame_length, MSG_DONTWAIT | MSG_NOSIGNAL);
        /* A part of a frame would have to be followed by the rest; here it is the end. */
        if (sent != frame_length && !(sent < 0 && errno == EAGAIN))
            end(watching[i]);
    }
}

static void fan_out_by_ring(void)
{
    static int dead[MOST];
    int first = 0, count = watchers, dead_count = 0;
    while (first < count) {
        int batch = count - first < BATCH ? count - first : BATCH;
        for (int i = 0; i < batch; i++) {
            struct io_uring_sqe *entry = io_uring_get_sqe(&ring);
            io_uring_prep_send(entry, watching[first + i], frame, (size_t)frame_length,
                               MSG_DONTWAIT | MSG_NOSIGNAL);
            entry->user_data = (uint64_t)watching[first + i];
        }
        for (int left = batch; left > 0;) {
            if (io_uring_submit_and_wait(&ring, (unsigned)left) < 0 && errno != EINTR)
                fail("io_uring");
            struct io_uring_cqe *outcome;
            while (!io_uring_peek_cqe(&ring, &outcome) && outcome) {
                if (outcome->res != frame_length && outcome->res != -EAGAIN)
                    dead[dead_count++] = (int)outcome->user_data;
                io_uring_cqe_seen(&ring, outcome);
                left--;
            }
        }
        first += batch;
    }
    for (int i = 0; i < dead_count; i++) end(dead[i]);
}

static void answer_request(int descriptor, char *request)
{
    char *key = strcasestr(request, "sec-websocket-key:");
    if (!key) return end(descriptor);
    key += strspn(key + 18, " ") + 18;
    char text[128];
    int length = snprintf(text, sizeof text, "%.24s258EAFA5-E914-47DA-95CA-C5AB0DC85B11", key);
    unsigned char digest[SHA_DIGEST_LENGTH], accept[32];
    SHA1((unsigned char *)text, (size_t)length, digest);
    EVP_EncodeBlock(accept, digest, sizeof digest);
    char answer[512];
    length = snprintf(answer, sizeof answer,
                      "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                      "Sec-WebSocket-Accept: %s\r\nSec-WebSocket-Protocol: livetiming.v1.json\r\n\r\n",
                      accept);
    if (send(descriptor, answer, (size_t)length, MSG_NOSIGNAL) != length) return end(descriptor);
    state[descriptor] = 2;
}

/* What a load sends: hello, ping, subscribe, under a mask of zeros, each small and whole. */
static void take(int descriptor, const char *bytes, size_t count)
{
    const char *ping = memmem(bytes, count, "\"t0\":", 5);
    if (ping) {
        char text[128];
        unsigned char answer[160];
        long long time = now();
        int length = snprintf(text, sizeof text, "{\"type\":\"pong\",\"t0\":%lld,\"t1\":%lld,\"t2\":%lld}",
                              atoll(ping + 5), time, time);
        length = put_frame(answer, text, length);
        if (send(descriptor, answer, (size_t)length, MSG_NOSIGNAL) != length) return end(descriptor);
    }
    if (state[descriptor] == 2 && memmem(bytes, count, "\"subscribe\"", 11)) {
        state[descriptor] = 3;
        watching[watchers++] = descriptor;
    }
}

int main(int count, char **words)
{
    if (count != 5) {
        fprintf(stderr, "floor PORT RATE LENGTHS send|io_uring\n");
        return 2;
    }
    int rate = atoi(words[2]), by_ring = !strcmp(words[4], "io_uring");
    read_lengths(words[3]);
    signal(SIGPIPE, SIG_IGN);
    struct rlimit descriptors;
    getrlimit(RLIMIT_NOFILE, &descriptors);
    descriptors.rlim_cur = descriptors.rlim_max;
    setrlimit(RLIMIT_NOFILE, &descriptors);
    if (by_ring && io_uring_queue_init(BATCH, &ring, IORING_SETUP_SINGLE_ISSUER | IORING_SETUP_COOP_TASKRUN))
        fail("io_uring_queue_init");

    int listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0), one = 1;
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(words[1])),
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    if (bind(listener, (struct sockaddr *)&address, sizeof address) || listen(listener, 4096)) fail("listen");
    /* As the server has it: the system keeps no more than this for anyone who takes nothing. */
    int kept = 32 * 1024;
    int timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK);
    struct timespec period = {rate == 1, rate == 1 ? 0 : 1000000000 / rate};
    timerfd_settime(timer, 0, &(struct itimerspec){period, period}, NULL);

    poll_set = epoll_create1(0);
    struct epoll_event event = {.events = EPOLLIN, .data.fd = listener}, events[256];
    epoll_ctl(poll_set, EPOLL_CTL_ADD, listener, &event);
    event.data.fd = timer;
    epoll_ctl(poll_set, EPOLL_CTL_ADD, timer, &event);
    static char bytes[65536];
    for (;;) {
        int ready = epoll_wait(poll_set, events, 256, -1);
        for (int i = 0; i < ready; i++) {
            int descriptor = events[i].data.fd;
            if (descriptor == timer) {
                uint64_t times;
                if (read(timer, &times, sizeof times) != sizeof times) continue;
                make_frame();
                if (by_ring) fan_out_by_ring();
                else fan_out_by_send();
            } else if (descriptor == listener) {
                int taken;
                while ((taken = accept4(listener, NULL, NULL, SOCK_NONBLOCK)) >= 0) {
                    if (taken >= MOST) {
                        close(taken);
                        continue;
                    }
                    setsockopt(taken, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
                    setsockopt(taken, SOL_SOCKET, SO_SNDBUF, &kept, sizeof kept);
                    state[taken] = 1;
                    event.data.fd = taken;
                    epoll_ctl(poll_set, EPOLL_CTL_ADD, taken, &event);
                }
            } else if (state[descriptor]) {
                ssize_t received = recv(descriptor, bytes, sizeof bytes - 1, 0);
                if (received <= 0) {
                    if (received == 0 || errno != EAGAIN) end(descriptor);
                    continue;
                }
                bytes[received] = 0;
                if (state[descriptor] == 1) answer_request(descriptor, bytes);
                else take(descriptor, bytes, (size_t)received);
            }
        }
    }
}
