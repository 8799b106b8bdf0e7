/** One careful POST: to public addresses only, in limited time, and never further than it was sent. */
import { once } from 'node:events'
import type { IncomingHttpHeaders, IncomingMessage, RequestOptions } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import { DeliveryError } from '../kernel/channel.ts'
import { networkErrorText } from './network-errors.ts'
import { isPublicAddress, lookupPublic, privateAddressError } from './public-addresses.ts'

// Not imported, for that would load Node's own fetch as well.
const { request: requestHttp } = process.getBuiltinModule('node:http')

/** How far and how long a channel may reach. */
export type NetworkPolicy = {
  /** For a receiver in the same house: private addresses, and http. */
  allowPrivate?: boolean
  /** Milliseconds from the first question for the host to the last byte of the answer. */
  timeoutMs?: number
}

export type PostRequest = NetworkPolicy & {
  url: string
  headers: Readonly<Record<string, string>>
  body: string | Buffer
  /** How much of the answer is read, in bytes. */
  maxResponseBytes?: number
}

export type HttpResponse = { status: number; headers: IncomingHttpHeaders; text: string }

/** Whatever the status; NotDelivered if there is no answer. */
export async function post(postRequest: PostRequest): Promise<HttpResponse> {
  const { allowPrivate = false, timeoutMs = 10_000, body, maxResponseBytes = 4096 } = postRequest
  const target = parseTarget(postRequest.url, allowPrivate)
  const signal = AbortSignal.timeout(timeoutMs)
  const options: RequestOptions = {
    method: 'POST',
    // A connection of its own: one that was kept could lead to an address nobody checked.
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
    // What goes wrong after the answer has begun is seen where the answer is read.
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

/** A name is checked when it is looked up; an address that stands in the URL is checked here. */
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
