/** A request as bytes, with headers, transfers and addresses that clients seldom send. */
import type { Random } from '../support/random.ts'
import { longText, oddText } from './odd-text.ts'

export type Header = readonly [name: string, value: string]

export type Asked = {
  method: string
  /** The address as it stands in the first line. */
  target: string
  headers: readonly Header[]
  body: Buffer
}

/** `broken` requests may be refused before anybody has read their address. */
export type Written = { bytes: Buffer; broken: boolean }

export function write(asked: Asked, host: string, random: Random): Written {
  const { method, target, body } = asked
  const strange = random.below(40)
  const version = strange === 0 ? random.pick(['1.0', '1.1', '1.2', '0.9', '2.0']) : '1.1'
  const hosts =
    strange === 1 ? random.pick([[], [host, host], [''], ['zqx.example'], ['[::1']]) : [host]
  const chunked = random.below(12) === 0 && version === '1.1'
  const sends = body.length > 0 || method === 'POST'
  const length: Header[] = chunked
    ? [['Transfer-Encoding', 'chunked']]
    : sends
      ? [['Content-Length', String(body.length)]]
      : []
  const wrong = strange === 2 ? [random.pick(wrongLengths)] : []
  const lines = [
    ...hosts.map((one): Header => ['Host', one]),
    ...asked.headers,
    ...length,
    ...wrong,
  ].map(([name, value]) => `${name}: ${inHeader(value)}\r\n`)
  const head = Buffer.from(`${method} ${target} HTTP/${version}\r\n${lines.join('')}\r\n`, 'latin1')
  const sent = chunked ? inChunks(body, random) : { bytes: body, broken: false }
  const asUsual = version === '1.1' && hosts.length === 1 && hosts[0] === host
  return {
    bytes: Buffer.concat([head, sent.bytes]),
    broken: !asUsual || wrong.length > 0 || sent.broken,
  }
}

const wrongLengths: Header[] = [
  ['Content-Length', '-1'],
  ['Content-Length', '1e3'],
  ['Content-Length', '99999999999999999999'],
  ['Transfer-Encoding', 'gzip'],
  ['Transfer-Encoding', 'chunked, chunked'],
  ['Transfer-Encoding', 'identity'],
  ['X-Zqx ', '1'],
  ['X-Zqx\0', '1'],
  ['', 'zqx'],
  [' folded', 'zqx'],
]

function inChunks(body: Buffer, random: Random): Written {
  const parts: Buffer[] = []
  for (let at = 0; at < body.length; ) {
    const size = Math.min(body.length - at, 1 + random.below(random.pick([2, 40, 20_000])))
    const extension = random.below(8) === 0 ? ';zqx="1"' : ''
    parts.push(Buffer.from(`${size.toString(16)}${extension}\r\n`), body.subarray(at, at + size))
    parts.push(Buffer.from('\r\n'))
    at += size
    if (parts.length > 300) {
      parts.push(Buffer.from(`${(body.length - at).toString(16)}\r\n`), body.subarray(at))
      parts.push(Buffer.from('\r\n'))
      break
    }
  }
  const trailer = random.below(6) === 0 ? 'X-Zqx: 1\r\nContent-Type: text/zqx\r\n' : ''
  const broken = random.below(20) === 0
  const end = broken
    ? random.pick(['zz\r\n', '-1\r\n\r\n', 'ffffffffffffffff1\r\n', '0;\0\r\n\r\n'])
    : `0\r\n${trailer}\r\n`
  return { bytes: Buffer.concat([...parts, Buffer.from(end)]), broken }
}

/** What one line of a header can carry. */
export function inHeader(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\x20-\x7e\x80-\xff]/g, '?')
    .slice(0, 14_000)
    .trim()
}

const accepts = [
  '*/*',
  'application/json',
  'text/html',
  'text/markdown',
  'text/markdown;q=0.5, text/html;q=0.4',
  'application/*;q=0',
  'text/html;q=2',
  ';q=1',
  ',,,',
  '*/*;q=0',
  'application/problem+json',
  'text/event-stream',
  'application/json, text/event-stream',
  'image/png;q=zqx',
]

const makers: readonly ((random: Random) => Header)[] = [
  (random) => ['Accept', random.pick(accepts)],
  (random) => ['Accept', oddText(random)],
  (random) => [
    'Accept-Language',
    random.pick(['en', 'vi-VN', 'zz', '*', 'en;q=0', 'en-', ';', 'vi,']),
  ],
  (random) => ['Accept-Language', oddText(random)],
  (random) => [
    'Accept-Encoding',
    random.pick(['gzip', 'br', '*', 'gzip;q=0, *', 'zqx', 'identity;q=0']),
  ],
  (random) => ['If-None-Match', random.pick(['*', '"a", "b", W/"c"', 'W/', '"', ',', '"zqx'])],
  (random) => [
    'If-None-Match',
    Array.from({ length: 200 }, () => `"${random.below(999)}"`).join(','),
  ],
  () => ['If-Modified-Since', 'Thu, 01 Jan 1970 00:00:00 GMT'],
  (random) => [
    'Range',
    random.pick(['bytes=0-1', 'bytes=-1', 'bytes=9-1', 'zqx=1-2', 'bytes=0-0,1-1,2-2']),
  ],
  (random) => ['If-Match', random.pick(['*', '"zqx"'])],
  (random) => ['API-Version', random.pick(['2', '2.0', '1', '', ' 2.0', '2.0, 2.0', 'zqx'])],
  (random) => [
    'Origin',
    random.pick(['null', 'http://127.0.0.1', 'https://zqx.example', 'zqx', '://']),
  ],
  (random) => ['Sec-Fetch-Site', random.pick(['same-origin', 'cross-site', 'none', 'zqx'])],
  (random) => [
    'Idempotency-Key',
    random.pick(['zqx-key-0001', '"zqx-key-0002"', 'short', '""', 'Ấ']),
  ],
  (random) => ['Idempotency-Key', `zqx-key-${random.below(100_000_000)}`],
  (random) => [
    'X-Forwarded-For',
    random.pick(['1.2.3.4', '::1, zqx', ',', 'fe80::1%zqx', oddText(random)]),
  ],
  (random) => [
    'Cookie',
    random.pick(['__Host-desk=zqx', 'zqx', '=', ';;;', '__Host-desk=', `a=${oddText(random)}`]),
  ],
  (random) => ['User-Agent', oddText(random)],
  (random) => ['Referer', oddText(random)],
  (random) => ['Expect', random.pick(['100-continue', 'zqx'])],
  () => ['Upgrade', 'h2c, websocket'],
  (random) => ['Connection', random.pick(['close', 'keep-alive', 'upgrade', 'zqx', 'close, zqx'])],
  () => ['Content-Encoding', 'gzip'],
  () => ['Max-Forwards', '0'],
  (random) => [`X-Zqx-${random.below(9)}`, longText(random, random.pick([10, 1000, 12_000]))],
  (random) => ['Last-Event-ID', random.pick(['0', 'ffffffffffff', '0'.repeat(200), 'zqx'])],
  (random) => ['Content-Type', random.pick(contentTypes)],
]

const contentTypes = [
  'application/json',
  'application/json; charset=utf-16',
  'APPLICATION/JSON',
  'application/problem+json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=zqx',
  'multipart/form-data',
  'text/plain',
  'application/json,application/json',
  '*/*',
  ';',
  'zqx',
  '',
]

export function oddHeaders(random: Random): Header[] {
  const many = [0, 0, 0, 1, 1, 1, 2, 3, 6][random.below(9)] ?? 0
  return Array.from({ length: many }, () => random.pick(makers)(random))
}

const segments = [
  '.',
  '..',
  '',
  '%2e%2e',
  '%2F',
  '%5c',
  ';zqx=1',
  '%00',
  '%zz',
  '%ff',
  '%C3%28',
  '%ED%A0%80',
  '%F0%9F%8D%9C',
  '+',
  '*',
  '~',
  '\u00ff\u00fe',
  'zqx',
  'index.md',
  '__proto__',
]

/** An address near a real one: other segments, other endings, another query. */
export function oddTarget(path: string, random: Random): string {
  if (random.below(3) > 0) return path
  const parts = path.split('/')
  switch (random.below(8)) {
    case 0:
      return `${path}/${random.pick(segments)}`
    case 1:
      parts[1 + random.below(Math.max(1, parts.length - 1))] = random.pick(segments)
      return parts.join('/') || '/'
    case 2:
      return `${path}${random.pick(['/', '.md', '.html', '//', '/index.md', ';zqx', '%20', '.MD'])}`
    case 3:
      return `/${path}`
    case 4:
      return `${random.pick(['http://zqx.example', 'https://127.0.0.1:1', 'HTTP://x'])}${path}`
    case 5:
      return `${path}?${oddQuery(random)}`
    case 6:
      return path.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`)
    default:
      return `${path}/${encodeURIComponent(oddText(random).slice(0, 3000).toWellFormed())}`
  }
}

export function oddQuery(random: Random, names: readonly string[] = ['zqx']): string {
  const pairs = Array.from({ length: random.below(5) }, () => {
    const name = random.below(4) > 0 ? random.pick(names) : inQuery(oddText(random), random)
    return random.below(8) === 0 ? name : `${name}=${inQuery(oddText(random), random)}`
  })
  return pairs.join(random.below(10) === 0 ? '&&' : '&')
}

/** As a query carries a text, now and then wrongly. */
export function inQuery(text: string, random: Random): string {
  const short = text.slice(0, 3000).toWellFormed()
  if (random.below(6) > 0) return encodeURIComponent(short)
  return short.replace(/[^\x21\x24-\x7e\x80-\xff]/g, '+')
}
