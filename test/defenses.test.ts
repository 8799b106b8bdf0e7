/** The table of defenses in SECURITY.md names tests that exist. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'

const root = join(import.meta.dirname, '..')
const [, section = ''] = readFileSync(join(root, 'SECURITY.md'), 'utf8').split(
  '## Defenses and their tests',
)
const [table = ''] = section.split('\n## ')
const rows = [...table.matchAll(/^\| ([^|]+) \| `(test\/[^`|]+)` \| ([^|]+) \|$/gm)]

/** A test with this name; the name of one that runs for several inputs contains `${…}`. */
function declares(source: string, name: string): boolean {
  const code = name.replace(/^`+|`+$/g, '')
  if (code.startsWith('proveShortly(')) return source.includes(code)
  const declared = source.replace(/\bit\(\s+/g, 'it(')
  return [`it('${code}'`, `it(\`${code}\``].some((start) => declared.includes(start))
}

describe('the table of defenses', () => {
  it('covers every attack of the review', () => {
    const attacks = rows.map(([, attack]) => attack).join('\n')
    for (const expected of [
      ...['smuggling', 'slow clients', 'CSRF', 'rebinding', 'XSS', 'SSRF', 'enumeration'],
      ...['idempotency', 'kill under load'],
    ]) {
      assert.ok(attacks.includes(expected), expected)
    }
    assert.equal(rows.length, table.split('\n').filter((line) => line.startsWith('| ')).length - 2)
  })

  it('names only tests that exist', () => {
    for (const [, attack, file = '', name = ''] of rows) {
      const source = readFileSync(join(root, file), 'utf8')
      assert.ok(declares(source, name), `${attack}: ${file} has no test "${name}"`)
    }
  })
})
