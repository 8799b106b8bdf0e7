/** One POST to a public address, with a timeout and without following redirects. */
import { once } from 'node:events'
import type { IncomingHttpHeaders, IncomingMessage, RequestOptions } from 'node:http'
import { isIP } from 'node:net'
import { DeliveryError } from '../kernel/channel.ts'
import { requestHttp, requestHttps } from '../kernel/node-http.ts'
import { networkErrorText } from './network-errors.ts'
import { isPublicAddress, lookupPublic, privateAddressError } from './public-addresses.ts'

/** Which addresses a channel may connect to, and for how long. */
export type NetworkPolicy = {
  /** Allows private addresses and plain HTTP, for a receiver in the shop's own network. */
  allowPrivate?: boolean
  /** From the DNS lookup to the last byte of the response. */
  timeoutMs?: number
}

export type PostRequest = NetworkPolicy & {
  url: string
  headers: Readonly<Record<string, string>>
  body: string | Buffer
  maxResponseBytes?: number
}

export type HttpResponse = { status: number; headers: IncomingHttpHeaders; text: string }

/** Resolves with any status; throws DeliveryError if there is no response. */
export async function post(postRequest: PostRequest): Promise<HttpResponse> {
  const { allowPrivate = false, timeoutMs = 10_000, body, maxResponseBytes = 4096 } = postRequest
  const target = parseTarget(postRequest.url, allowPrivate)
  const signal = AbortSignal.timeout(timeoutMs)
  const options: RequestOptions = {
    method: 'POST',
    // A new connection: a reused one could lead to an address that was not checked.
    agent: false,
    signal,
    headers: {
      ...postRequest.headers,
      'user-agent': 'Letan',
      'content-length': Buffer.byteLength(body),
    },
    ...(allowPrivate ? {} : { lookup: lookupPublic }),
  }
  try {
    const send = target.protocol === 'https:' ? requestHttps : requestHttp
    const outgoing = send(target, options)
    // Errors after the response has started are reported where the body is read.
    outgoing.on('error', () => {})
    outgoing.end(body)
    const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage]
    const { statusCode: status = 0, headers } = incoming
    return { status, headers, text: await readUpTo(maxResponseBytes, incoming) }
  } catch (error) {
    if (error instanceof DeliveryError) throw error
    const { code } = error as NodeJS.ErrnoException
    const reason = signal.aborted ? 'timed out' : networkErrorText(code)
    throw new DeliveryError({ reason: reason ?? 'could not be sent' })
  }
}

/** A host name is checked when it is resolved; an IP address in the URL is checked here. */
function parseTarget(url: string, allowPrivate: boolean): URL {
  if (!URL.canParse(url)) throw new DeliveryError({ reason: 'not a web address', final: true })
  const target = new URL(url)
  const schemes = allowPrivate ? ['https:', 'http:'] : ['https:']
  if (!schemes.includes(target.protocol)) {
    throw new DeliveryError({ reason: 'not an https address', final: true })
  }
  const host = target.hostname.replace(/^\[|\]$/g, '')
  if (!allowPrivate && isIP(host) && !isPublicAddress(host)) throw privateAddressError()
  return target
}

async function readUpTo(maxBytes: number, incoming: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of incoming as AsyncIterable<Buffer>) {
    parts.push(part)
    length += part.length
    if (length >= maxBytes) break
  }
  return Buffer.concat(parts).subarray(0, maxBytes).toString()
}
