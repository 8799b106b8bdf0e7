/** Mutates valid values, JSON texts and bytes to almost valid ones. */
import type { Random } from '../support/random.ts'
import { inherited, longText, oddText, textOf } from './odd-text.ts'
import type { Fields } from './schema.ts'

/** Four of ten objects are unchanged. */
export function mutateFields(fields: Fields, random: Random): Fields {
  const mutated: Fields = { ...fields }
  for (let times = [0, 0, 0, 0, 1, 1, 1, 1, 2, 4][random.below(10)] ?? 0; times > 0; times--) {
    mutateOnce(mutated, random)
  }
  return mutated
}

function mutateOnce(fields: Fields, random: Random): void {
  const names = Object.keys(fields)
  const name = names.length > 0 ? random.pick(names) : 'name'
  switch (random.below(6)) {
    case 0:
      delete fields[name]
      return
    case 1:
      define(fields, random.below(2) === 0 ? random.pick(inherited) : oddText(random), 'zqx')
      return
    case 2:
      define(fields, name, nearbyValue(fields[name] ?? null, random))
      return
    case 3:
      define(fields, name, [fields[name], fields[name]])
      return
    default:
      define(fields, name, oddValue(random))
  }
}

/** Like JSON.parse: `__proto__` is an ordinary name. */
function define(fields: Fields, name: string, value: unknown): void {
  Object.defineProperty(fields, name, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  })
}

/** A neighboring value: one more, one less, twice as long, or of another type. */
function nearbyValue(value: unknown, random: Random): unknown {
  if (typeof value === 'number') {
    return random.pick([value - 1, value + 1, -value, value + 0.5, String(value), value * 1e9])
  }
  if (typeof value === 'string') {
    return random.pick([
      `${value} `,
      value.slice(0, -1),
      value.toUpperCase(),
      `${value}${value}`,
      `${value}\0`,
      Number(value),
      [value],
      { value },
    ])
  }
  return random.pick([value, null, [value], textOf(value)])
}

export function oddValue(random: Random): unknown {
  switch (random.below(10)) {
    case 0:
      return null
    case 1:
      return random.below(2) === 0
    case 2:
      return random.pick([0, -0, -1, 1.5, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308, 5e-324])
    case 3:
      return []
    case 4:
      return { [oddText(random)]: oddText(random) }
    case 5:
      return nested(random.pick([2, 7, 8, 9, 31, 32, 33, 300]), random)
    case 6:
      return Array.from({ length: random.pick([1, 9, 10, 500]) }, () => 'zqx')
    default:
      return oddText(random)
  }
}

function nested(depth: number, random: Random): unknown {
  let value: unknown = 'zqx'
  const inArrays = random.below(2) === 0
  for (let remaining = depth; remaining > 0; remaining--)
    value = inArrays ? [value] : { zqx: value }
  return value
}

/** JSON text, mostly unchanged, sometimes in an unusual or invalid form. */
export function jsonBytes(value: unknown, random: Random): Buffer {
  const text = JSON.stringify(value) ?? 'null'
  if (random.below(4) !== 0) return Buffer.from(text)
  switch (random.below(14)) {
    case 0:
      return Buffer.from(text.slice(0, random.below(text.length + 1)))
    case 1:
      return Buffer.from(`\ufeff${text}`)
    case 2:
      return Buffer.from(`${text}${random.pick([' ', '\n', 'zqx', '\0', '{}', ','])}`)
    case 3:
      return Buffer.from(text.replace('{', '{"name":"Zqx","name":1,'))
    case 4:
      return Buffer.from(text.replace('{', '{"__proto__":{"consent":"1","zqx":1},'))
    case 5:
      return Buffer.from(text.replace(/\d+/, () => random.pick(oddNumbers)))
    case 6:
      return Buffer.from(text.replace(/"([^"]*)"$|:"([^"]*)"/, ':"Zqx\\ud83d \\u0000 \\ud800"'))
    case 7:
      return flipped(Buffer.from(text), random)
    case 8:
      return Buffer.from(`[${text}]`)
    case 9:
      return Buffer.from(`${'['.repeat(6_000)}${text}${']'.repeat(6_000)}`)
    case 10:
      return Buffer.from(`${'{"a":'.repeat(2_500)}${text}`)
    case 11:
      return Buffer.from(random.pick(['', ' ', 'null', '1', '"zqx"', '[]', '{}', '1e999', '-']))
    case 12:
      return Buffer.from(`${text.slice(0, -1)},"zqx":${JSON.stringify(longText(random, 15_000))}}`)
    default:
      return Buffer.from(text, 'utf16le')
  }
}

const oddNumbers = [
  '1e999',
  '-1e999',
  '-0',
  '01',
  '1.0',
  '1e0',
  '0x1',
  '9'.repeat(400),
  'NaN',
  '.5',
]

/** Replaces some bytes. */
export function flipped(bytes: Buffer, random: Random): Buffer {
  const other = Buffer.from(bytes)
  for (let remaining = 1 + random.below(4); remaining > 0 && other.length > 0; remaining--) {
    other[random.below(other.length)] = random.below(256)
  }
  return other
}
