#ifndef LIVETIMING_COPENSSL_H
#define LIVETIMING_COPENSSL_H

#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

/* Macros that Swift does not import, as functions. */

static inline int livetiming_require_tls_1_2(SSL_CTX *context)
{
	return SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION) == 1;
}

static inline EVP_PKEY *livetiming_generate_p256(void)
{
	return EVP_EC_gen("P-256");
}

#endif
