/** Unusual texts. Most contain a marker that must not appear in a log, or as a tag in a page. */
import type { Random } from '../support/random.ts'

/** In lower case, for the search in logs. */
export const logMarkers = ['zqx', '987650123'] as const

export const phone = '0987 650 123'

/** A tag that a page must escape, and a header that must not be injected. */
export const injected = { tag: '<zqx', header: 'x-zqx' } as const

const names = ['Zqx Thị Lan', 'Trần Zqx', 'ZQX', 'Zqx 🍜', 'Zqx Nguyễn']

const oddTexts = [
  '',
  ' ',
  '\t',
  '\n',
  '\r\n',
  '\0',
  'Zqx\0Lan',
  'Zqx\r\nX-Zqx: 1',
  'Zqx\u2028\u2029',
  '\ufeffZqx',
  '\u202eZqx\u202c',
  'Zqx\u200b\u200d\ufe0f',
  'Z\u0323\u0306q\u0301x'.normalize('NFD'),
  'Zqx \ud800',
  '\udc00Zqx',
  'Zqx 👩‍👩‍👧‍👦🏳️‍🌈',
  '<zqx a="1">\'</zqx>',
  '"><zqx>',
  "'); DROP TABLE bookings; --zqx",
  'zqx%',
  'zqx_%\\',
  '../../../etc/zqx',
  '..\\zqx',
  'file:///etc/zqx',
  'javascript:zqx',
  '$' + '{zqx}',
  '{{zqx}}',
  '%00zqx',
  '%zz',
  '%',
  '%c3%28',
  'null',
  'undefined',
  'true',
  'NaN',
  '-1',
  '0',
  '1e999',
  '0x10',
  '٣',
  '1,5',
  '+84 987 650 123',
  phone,
  'zqx@zqx.example',
  '=cmd|zqx',
  '@zqx',
  '2026-02-30',
  '+275760-09-13',
  '0000-00-00',
  '9999-12-31',
  '2026-13',
  '24:00',
  '18:60',
  '18:30:00Z',
]

/** Names of inherited object members. */
export const inherited = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'valueOf',
  'then',
  'length',
]

/** Long texts that cause backtracking in an inefficient regular expression. */
const runs = [
  'a',
  ' ',
  '0',
  '.',
  '-',
  '/',
  'a.',
  'a@',
  '&',
  '%',
  '%C3',
  'Ấ',
  '🍜',
  '<',
  '(',
  ',',
  ';',
]

/** Converts any value to text; some objects cannot be converted. */
export function textOf(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

export function nameText(random: Random): string {
  return random.pick(names)
}

export function oddText(random: Random): string {
  const kind = random.below(20)
  if (kind < 12) return random.pick(oddTexts)
  if (kind < 14) return random.pick(inherited)
  if (kind < 16) return longText(random, random.pick([20, 100, 101, 254, 255, 500, 501, 1001]))
  if (kind < 17) return longText(random, random.pick([4_000, 12_000]))
  return scrambled(random)
}

export function longText(random: Random, length: number): string {
  const run = random.pick(runs)
  return `Zqx${run.repeat(Math.ceil(length / run.length))}`.slice(0, length)
}

/** Random code units. */
function scrambled(random: Random): string {
  let text = random.below(2) === 0 ? 'zqx' : ''
  for (let remaining = random.below(24); remaining > 0; remaining--) {
    const maxCodeUnit = random.pick([0x20, 0x80, 0x100, 0x3000, 0x10000])
    text += String.fromCharCode(random.below(maxCodeUnit))
  }
  return text
}
