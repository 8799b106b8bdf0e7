/** Short text for a network error code, without any address. */
const networkErrorTexts: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection lost',
  ECONNECTION: 'connection lost',
  EPIPE: 'connection lost',
  ENOTFOUND: 'host not found',
  EAI_AGAIN: 'host not found',
  EDNS: 'host not found',
  EHOSTUNREACH: 'host not reachable',
  ENETUNREACH: 'host not reachable',
  ETIMEDOUT: 'timed out',
  EAUTH: 'sign-in rejected',
  EPROTO: 'secure connection failed',
  ETLS: 'secure connection failed',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'certificate not valid',
  SELF_SIGNED_CERT_IN_CHAIN: 'certificate not valid',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificate not valid',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'certificate not valid',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate not valid',
  CERT_HAS_EXPIRED: 'certificate not valid',
}

export function networkErrorText(code: string | undefined): string | undefined {
  if (code?.startsWith('HPE_')) return 'invalid response'
  return networkErrorTexts[code ?? '']
}
