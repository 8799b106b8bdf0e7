/** Bytes that are not a request, several requests, or a request without an end. */
import type { Random } from '../support/random.ts'
import { flipped } from './mutate.ts'
import { longText } from './odd-text.ts'

const completeRequests = [
  'GET / HTTP/1.1\r\nHost: x\r\n\r\n',
  'GET /api/offers?limit=3 HTTP/1.1\r\nHost: x\r\n\r\n',
  'POST /api/booking HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}',
  'POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 40\r\n\r\n' +
    '{"jsonrpc":"2.0","id":1,"method":"ping"}',
  'POST /api/lead HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n',
  'GET /sign-in HTTP/1.1\r\nHost: localhost\r\n\r\n',
  'OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n',
  'GET /booking HTTP/1.0\r\n\r\n',
]

const nonsense = [
  'zqx\r\n\r\n',
  '\r\n\r\n\r\n',
  '\0\0\0\0',
  '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'GET\r\n\r\n',
  'GET / HTTP/1.1\nHost: x\n\n',
  'GET / HTTP/9.9\r\nHost: x\r\n\r\n',
  'GET  /  HTTP/1.1\r\nHost: x\r\n\r\n',
  'GET /zqx zqx HTTP/1.1\r\nHost: x\r\n\r\n',
  'GET zqx HTTP/1.1\r\nHost: x\r\n\r\n',
  'GET ?zqx HTTP/1.1\r\nHost: x\r\n\r\n',
  'CONNECT zqx.example:443 HTTP/1.1\r\nHost: zqx.example:443\r\n\r\n',
  'TRACE / HTTP/1.1\r\nHost: x\r\n\r\n',
  'ZQX / HTTP/1.1\r\nHost: x\r\n\r\n',
  'PROPFIND / HTTP/1.1\r\nHost: x\r\n\r\n',
  'get / HTTP/1.1\r\nHost: x\r\n\r\n',
  'GET / HTTP/1.1\r\nHost : x\r\n\r\n',
  'GET / HTTP/1.1\r\n Host: x\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: x\r\nX: 1\r\n folded\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: x\r\nX\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nzq',
  'POST /api/lead HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nzqx',
  'POST /api/lead HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999\r\n\r\nzqx',
  'POST /api/lead HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nffffffff\r\nzqx',
  'POST /api/lead HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\nz\n0\n\n',
  'POST /mcp HTTP/1.1\r\nHost: x\r\nUpgrade: zqx\r\nConnection: upgrade\r\nContent-Length: 0\r\n\r\n',
]

export function rawPieces(random: Random): Buffer[] {
  const bytes = rawBytes(random)
  if (random.below(3) > 0) return [bytes]
  const cut = random.below(bytes.length + 1)
  return [bytes.subarray(0, cut), bytes.subarray(cut)]
}

function rawBytes(random: Random): Buffer {
  switch (random.below(8)) {
    case 0:
      return Buffer.from(random.pick(nonsense), 'latin1')
    case 1:
      return flipped(Buffer.from(random.pick([...completeRequests, ...nonsense]), 'latin1'), random)
    case 2: {
      const completeRequest = random.pick(completeRequests)
      return Buffer.from(completeRequest.slice(0, random.below(completeRequest.length)), 'latin1')
    }
    case 3:
      return Buffer.from(Array.from({ length: random.below(400) }, () => random.below(256)))
    case 4:
      return Buffer.from(
        Array.from({ length: 1 + random.below(12) }, () => random.pick(completeRequests)).join(''),
        'latin1',
      )
    case 5:
      return Buffer.from(
        Array.from({ length: 1 + random.below(4) }, () =>
          random.pick([...completeRequests, ...nonsense]),
        ).join(''),
        'latin1',
      )
    case 6:
      return createHugeRequest(random)
    default: {
      const completeRequest = Buffer.from(random.pick(completeRequests), 'latin1')
      return Buffer.concat([
        completeRequest,
        Buffer.from(Array.from({ length: 60 }, () => random.below(256))),
      ])
    }
  }
}

/** Input that is larger than the limits. */
function createHugeRequest(random: Random): Buffer {
  const longValue = longText(random, random.pick([9_000, 17_000, 70_000]))
  const size = random.pick([16_384, 16_385, 200_000, 1_100_000])
  const body = Buffer.alloc(size, random.pick(['[', '{"a":', 'zqx', '\0', ' ', 'ä']))
  switch (random.below(5)) {
    case 0:
      return Buffer.from(`GET /${longValue} HTTP/1.1\r\nHost: x\r\n\r\n`)
    case 1:
      return Buffer.from(`GET / HTTP/1.1\r\nHost: x\r\nX-Zqx: ${longValue}\r\n\r\n`)
    case 2:
      return Buffer.from(`GET / HTTP/1.1\r\nHost: x\r\n${'X-Zqx: 1\r\n'.repeat(3000)}\r\n`)
    case 3: {
      const type = random.pick(['application/json', 'application/x-www-form-urlencoded'])
      const path = random.pick([
        '/api/booking',
        '/mcp',
        '/booking',
        '/sign-in',
        '/contact/call-back',
      ])
      const head = `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: ${type}\r\n`
      return Buffer.concat([Buffer.from(`${head}Content-Length: ${body.length}\r\n\r\n`), body])
    }
    default: {
      const head = 'POST /api/booking HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n'
      return Buffer.concat([Buffer.from(`${head}${body.length.toString(16)}\r\n`), body])
    }
  }
}
