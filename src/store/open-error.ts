/** Why a book cannot be opened, for whoever starts the program, and what he may do about it. */

/** By the code of PostgreSQL, of TLS or of the system; where there is none, by the driver's words. */
const reasons: readonly [RegExp, string][] = [
  [/^28P01$/, 'the user or the password is wrong'],
  [/^28/, 'the server does not let this user in, or not this way; see its pg_hba.conf'],
  [/^3D000$/, 'the server has no such database; make it with CREATE DATABASE'],
  [/^3F000$/, 'the user has no schema to write to'],
  [/^42501$/, 'the user may not do this in the database; docs/postgresql.md lists the rights'],
  [/^25006$/, 'the server only reads, as a standby does'],
  [/^53300$/, 'the server has no connection left'],
  [/^53100$/, 'the disk of the server is full'],
  [/^57P/, 'the server is starting or stopping'],
  [/^55P03$/, 'another process did not finish its migration in time'],
  [/^ECONNREFUSED$/, 'nobody listens there'],
  [/^ENOENT$/, 'there is no socket of a server in that folder'],
  [/^(ENOTFOUND|EAI_AGAIN)$/, 'the name of its host is not known'],
  [/^(EHOSTUNREACH|ENETUNREACH|ETIMEDOUT)$/, 'its host cannot be reached'],
  [/^ECONNRESET$/, 'the connection was cut'],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, 'the certificate of the server is for another host name'],
  [/^CERT_HAS_EXPIRED$/, 'the certificate of the server has expired'],
  [
    /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/,
    'the certificate of the server is signed by nobody we trust; name its authority by sslrootcert',
  ],
  [/password must be/, 'the server asks for a password, and the address has none'],
  [/does not support SSL/, 'the server speaks no TLS, which sslmode asks for'],
  [/timeout/i, 'nobody answered in time'],
]

export function explainOpenError(cause: unknown): string {
  const { code, message } = (cause instanceof Error ? cause : {}) as NodeJS.ErrnoException
  // The code of SQLite says only that it is SQLite's.
  const known = (code === 'ERR_SQLITE_ERROR' ? message : code) ?? message ?? String(cause)
  const reason = reasons.find(([pattern]) => pattern.test(known))?.[1]
  if (reason === undefined) return known
  return known === code ? `${reason} (${code})` : reason
}
