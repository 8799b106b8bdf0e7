/** Unusual headers and invalid header values. */
import type { Random } from '../support/random.ts'
import { longText, oddText } from './odd-text.ts'
import type { Header } from './request.ts'

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
  const count = [0, 0, 0, 1, 1, 1, 2, 3, 6][random.below(9)] ?? 0
  return Array.from({ length: count }, () => random.pick(makers)(random))
}
