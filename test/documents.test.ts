import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { it } from 'node:test'
import { settings } from '../src/config.ts'

const root = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

it('the README lists the settings as --help does', () => {
  const rows = [...read('README.md').matchAll(/^\| `([A-Z_]+)` \| (.+?) \| (.+?) \|$/gm)].map(
    ([, name, meaning, absent]) => [
      name,
      meaning,
      absent?.replace('&lt;', '<').replace('&gt;', '>'),
    ],
  )
  const expected = Object.entries(settings).map(([name, { meaning, absent }]) => [
    name,
    meaning,
    absent,
  ])
  assert.deepEqual(rows, expected)
})

it('the README names only npm scripts that exist', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  for (const [, name = ''] of read('README.md').matchAll(/npm run (\w+)/g))
    assert.ok(scripts[name], name)
})

it('links between the documents lead somewhere', async () => {
  for await (const file of glob('{*.md,docs/**/*.md}', { cwd: root })) {
    for (const [, target = ''] of read(file).matchAll(/\]\((?!https?:)([^)#]+)/g)) {
      assert.ok(existsSync(join(root, dirname(file), target)), `${file} → ${target}`)
    }
  }
})

it('.ci/run runs the README’s test command', () => {
  assert.match(read('.ci/run'), /^npm ci && npm test$/m)
  assert.match(read('README.md'), /^npm ci && npm test$/m)
  assert.match(read('README.md'), /^npm ci --omit=dev && npm start$/m)
})

it('every dependency is pinned, and the lock file names no registry', () => {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(read('package.json'))
  for (const version of Object.values({
    ...dependencies,
    ...devDependencies,
    ...optionalDependencies,
  })) {
    assert.match(String(version), /^\d+\.\d+\.\d+(-[\w.]+)?$/)
  }
  assert.doesNotMatch(read('package-lock.json'), /"resolved"/)
})
