#ifndef LIVETIMING_CWEBSOCKETS_H
#define LIVETIMING_CWEBSOCKETS_H

#include <libwebsockets.h>

/* Macros that Swift does not import, as typed constants and functions. */

static const int livetiming_lws_headroom = LWS_PRE;
static const int livetiming_lws_log_error = LLL_ERR;
static const int livetiming_lws_log_warning = LLL_WARN;
static const int livetiming_lws_kill_now = LWS_TO_KILL_SYNC;
static const int livetiming_lws_kill_soon = LWS_TO_KILL_ASYNC;
static const unsigned int livetiming_lws_write_raw = LWS_WRITE_RAW;
static const int livetiming_lws_no_listen = CONTEXT_PORT_NO_LISTEN;
static const int livetiming_lws_no_listen_secure = CONTEXT_PORT_NO_LISTEN_SERVER;

static const uint64_t livetiming_lws_options =
    LWS_SERVER_OPTION_LIBUV | LWS_SERVER_OPTION_VALIDATE_UTF8 |
    LWS_SERVER_OPTION_FALLBACK_TO_APPLY_LISTEN_ACCEPT_CONFIG;
static const uint64_t livetiming_lws_option_tls = LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT;
static const uint64_t livetiming_lws_options_secure =
    LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT | LWS_SERVER_OPTION_CREATE_VHOST_SSL_CTX |
    LWS_SERVER_OPTION_DISABLE_OS_CA_CERTS;

#endif
