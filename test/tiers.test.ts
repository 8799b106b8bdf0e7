/** Every test file belongs to one tier, which a script runs, and no script hides a failure. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, matchesGlob } from 'node:path'
import { describe, it } from 'node:test'
import { groupedPatterns, listGroups } from './support/file-groups.ts'
import { findMissingLines } from './support/tier-reporter.ts'
import { chooseSeed } from './support/varied-seed.ts'

const root = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }

const patternsOf = (script: string) =>
  [...(scripts[script] ?? '').matchAll(/"([^"]+)"/g)].map(([, pattern = '']) => pattern)
const matchesSome = (patterns: readonly string[]) => (file: string) =>
  patterns.some((pattern) => matchesGlob(file, pattern))
const isIn = (script: string) => matchesSome(patternsOf(script))
/** A script names the groups, which run the files. */
const isRunBy = (script: string) => {
  const patterns = patternsOf(script)
  const folders = Object.keys(groupedPatterns).filter((folder) =>
    patterns.includes(`${folder}/*.test.ts`),
  )
  return matchesSome([...patterns, ...folders.flatMap((folder) => groupedPatterns[folder] ?? [])])
}
const isFast = isRunBy('test:fast')

const own = 'test/tiers.test.ts'

async function listTestFiles(): Promise<string[]> {
  const found: string[] = []
  const exclude = (name: string) => name === 'node_modules'
  for await (const file of glob('**/*.test.{ts,js,mjs}', { cwd: root, exclude })) found.push(file)
  return found
}

describe('the tiers', () => {
  it('contain each test file once', async () => {
    const files = await listTestFiles()
    assert.ok(files.length > 150)
    const isFull = (file: string) => isRunBy('test:full')(file) || isIn('test:timing')(file)
    assert.deepEqual(
      files.filter((file) => isFast(file) === isFull(file)),
      [],
    )
    assert.deepEqual(files.filter(isRunBy('test:full')).filter(isIn('test:timing')), [])
    assert.ok(files.every((file) => isFull(file) === file.startsWith('test/full/')))
  })

  it('have each grouped file in one group', async () => {
    const files = await listTestFiles()
    for (const [folder, patterns] of Object.entries(groupedPatterns)) {
      const groups = listGroups(folder)
      const grouped = files.filter(matchesSome(patterns))
      assert.ok(grouped.length > groups.size)
      assert.deepEqual([...groups.values()].flat().sort(), grouped.sort())
      // No script runs a grouped file once more by itself.
      assert.deepEqual(
        grouped.filter(matchesSome(['test:fast', 'test:full'].flatMap(patternsOf))),
        [],
      )
      for (const group of groups.keys()) {
        assert.match(read(`${folder}/${group}`), /^runGroup\(import\.meta\.filename\)$/m, group)
      }
    }
  })

  it('are run by the command of the README and by .ci/run', () => {
    assert.match(read('README.md'), /```sh\nnpm ci && npm test\n```/)
    assert.match(scripts.test ?? '', /npm run test:fast$/)
    const commands = read('.ci/run').split('\n')
    const first = commands.indexOf('npm ci && npm test')
    assert.ok(first > 0 && commands.indexOf('npm run test:full') > first)
    assert.match(scripts['test:full'] ?? '', / && npm run test:timing$/)
  })

  it('have random seeds only in the full one, and assertions about time only in runs on time', async () => {
    const all = (await listTestFiles()).filter((file) => file !== own)
    const onTime = all
      .filter((file) => file.startsWith('test/full/on-time/'))
      .map(read)
      .join('')
    for (const file of all) {
      const text = read(file)
      if (isFast(file)) assert.doesNotMatch(text, /Math\.random/, file)
      // A time until which a test waits for a condition is no assertion about the product.
      const timed = text.replace(/assert\.ok\(performance\.now\(\) < end, `timed out/g, '')
      assert.doesNotMatch(timed, /assert\.\w+\(.*performance\.now\(\)/, file)
      if (isFast(file) && text.includes('fc.assert(')) assert.match(text, /\bseed,\s+numRuns/, file)
      if (/\bassert(Elapsed|Duration)\(/.test(text)) {
        assert.match(text, /\(timing\)['`]/, file)
        assert.ok(onTime.includes(`onTime('${file}')`), file)
      }
    }
  })

  it('are not run again after a failure, and not ended by force', () => {
    const text = Object.values(scripts).join('\n') + read('.ci/run')
    assert.doesNotMatch(text, /force-exit|rerun|retry|\|\|/)
    for (const script of ['test:fast', 'test:full', 'test:timing']) {
      assert.match(scripts[script] ?? '', /^npm run test:files -- /)
    }
    assert.ok(scripts['test:files']?.includes('--import ./test/support/open-handles.ts'))
    assert.ok(scripts['test:files']?.includes('--test-reporter=./test/support/tier-reporter.ts'))
  })
})

describe('a file that ran fewer tests than it declares', () => {
  const source = [
    "describe('a shop', () => {",
    "  it('opens', () => {})",
    "  for (const day of days) it('closes')",
    "  it('closes', () => {})",
    '})',
    "it('is over', () => {})",
  ].join('\n')
  const ran = (...lines: number[]) => new Map(lines.map((line) => [line, { isSkipped: false }]))

  it('is found by the lines that were not reported', () => {
    assert.deepEqual(findMissingLines(source, ran(1, 2, 4, 6)), [])
    assert.deepEqual(findMissingLines(source, ran(1, 2)), [4, 6])
    assert.deepEqual(findMissingLines(source, ran()), [1, 2, 4, 6])
  })

  it('may leave out tests that do not depend on time in a run on time', () => {
    const timed = source.replace("'closes',", "'closes (timing)',")
    assert.deepEqual(findMissingLines(timed, ran(), true), [4])
    assert.deepEqual(findMissingLines(timed, ran(1, 4), true), [])
  })

  it('fails the run, even if its process ends without an error', (test) => {
    const folder = mkdtempSync(join(tmpdir(), 'letan-'))
    test.after(() => rmSync(folder, { recursive: true }))
    const file = join(folder, 'ended.test.ts')
    const reporter = join(import.meta.dirname, 'support/tier-reporter.ts')
    const { NODE_TEST_CONTEXT: _, ...env } = process.env
    const run = (text: string) => {
      writeFileSync(file, `import { it } from 'node:test'\n${text}`)
      const args = ['--test', `--test-reporter=${reporter}`, file]
      const { status, stdout } = spawnSync(process.execPath, args, { env, encoding: 'utf8' })
      return { status, stdout }
    }
    const ended = run("it('one', () => process.exit(0))\nit('two', () => {})")
    assert.equal(ended.status, 1)
    assert.match(ended.stdout, /Declared, but not run:\n.*ended\.test\.ts/)
    const whole = run("it('one', () => {})\nit('two', () => {})")
    assert.equal(whole.status, 0, whole.stdout)
    assert.match(whole.stdout, /The slowest of 1 files:\n +\d+\.\d s {2}.*ended\.test\.ts/)
  })

  it('may have skipped a whole suite', () => {
    const skipped = new Map([[1, { isSkipped: true }]])
    assert.deepEqual(findMissingLines(source, skipped), [6])
  })
})

describe('the seed of the full tier', () => {
  it('is the one that is named, and in CI the same for the same code', () => {
    assert.equal(chooseSeed({ SEED: '7', CI: 'true' }), 7)
    assert.equal(chooseSeed({ CI: 'true' }), chooseSeed({ CI: 'true' }))
    const seeds = Array.from({ length: 4 }, () => chooseSeed({}))
    assert.ok(new Set(seeds).size > 1, `always ${seeds[0]}`)
  })
})
