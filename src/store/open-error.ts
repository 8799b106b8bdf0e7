/** Explains why a database cannot be opened, and what the operator can do. */

/** By the code of PostgreSQL, TLS or the system; without a code, by the message of the driver. */
const reasons: readonly [RegExp, string][] = [
  [/^28P01$/, 'the user name or the password is wrong'],
  [/^28/, 'the server rejects this user or this kind of connection; check its pg_hba.conf'],
  [/^3D000$/, 'the database does not exist on the server; create it with CREATE DATABASE'],
  [/^3F000$/, 'the user has no schema to write to'],
  [/^42501$/, 'the user lacks a privilege in the database; docs/postgresql.md lists what it needs'],
  [/^25006$/, 'the server is read-only, like a standby'],
  [/^53300$/, 'the server has no free connection'],
  [/^53100$/, 'the disk of the server is full'],
  [/^57P/, 'the server is starting or stopping'],
  [/^55P03$/, 'another process did not finish its migration in time'],
  [
    /^XX00[12]$/,
    'a table or an index of the database is damaged; restore a backup as docs/backup-and-privacy.md describes',
  ],
  [/^ECONNREFUSED$/, 'nothing listens at this address'],
  [/^ENOENT$/, 'the folder has no socket of a server'],
  [/^(ENOTFOUND|EAI_AGAIN)$/, 'the host name is unknown'],
  [/^(EHOSTUNREACH|ENETUNREACH|ETIMEDOUT)$/, 'the host is unreachable'],
  [/^ECONNRESET$/, 'the connection was reset'],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, 'the certificate of the server is for another host name'],
  [/^CERT_HAS_EXPIRED$/, 'the certificate of the server has expired'],
  [
    /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/,
    'the certificate of the server is not signed by a trusted authority; set sslrootcert to its root certificate',
  ],
  [/disk is full/, 'the disk is full; free some space'],
  [
    /malformed|not a database/,
    'the file is damaged, or is no database; restore a backup as docs/backup-and-privacy.md describes',
  ],
  [
    /disk I\/O error/,
    'the disk reports an error; check the disk and its messages in the system log',
  ],
  [/readonly database/, 'the file or its folder is not writable for the program'],
  [/unable to open/, 'the file cannot be opened; check that it exists and is readable'],
  [/password must be/, 'the server requires a password, and the URL has none'],
  [/does not support SSL/, 'the server does not support TLS, which sslmode requires'],
  [/timeout/i, 'the server did not respond in time'],
]

export function explainOpenError(cause: unknown): string {
  const { code, message } = (cause instanceof Error ? cause : {}) as NodeJS.ErrnoException
  // Every error of node:sqlite has this code; only the message tells them apart.
  const known = (code === 'ERR_SQLITE_ERROR' ? message : code) ?? message ?? String(cause)
  const reason = reasons.find(([pattern]) => pattern.test(known))?.[1]
  if (reason === undefined) return known
  return known === code ? `${reason} (${code})` : reason
}
