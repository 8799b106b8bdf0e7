/** Paths similar to real ones, and queries with unusual encoding. */
import type { Random } from '../support/random.ts'
import { oddText } from './odd-text.ts'

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

/** A path similar to a real one: other segments, suffixes or query. */
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

/** Encodes text for a query, sometimes incorrectly. */
export function inQuery(text: string, random: Random): string {
  const short = text.slice(0, 3000).toWellFormed()
  if (random.below(6) > 0) return encodeURIComponent(short)
  return short.replace(/[^\x21\x24-\x7e\x80-\xff]/g, '+')
}
