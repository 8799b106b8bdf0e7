import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { it } from 'node:test'
import { requiredSettings } from '../src/channels/channel.ts'
import { channelSettings, channels } from '../src/channels/channels.ts'
import { listSettings } from '../src/config/settings.ts'
import { banks } from '../src/content/banks.ts'

const root = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

it('the README lists the same settings as --help', () => {
  const rows = [...read('README.md').matchAll(/^\| `([A-Z_]+)` \| (.+?) \| (.+?) \|$/gm)].map(
    ([, name, description, defaultText]) => [
      name,
      description,
      defaultText?.replace('&lt;', '<').replace('&gt;', '>'),
    ],
  )
  const expected = [...listSettings(channelSettings)].map(
    ([name, { description, defaultText }]) => [name, description, defaultText],
  )
  assert.deepEqual(rows, expected)
})

it('docs/desk.md lists the staff channels with the settings that they require', () => {
  const sections = read('docs/desk.md').split(/^## /m)
  const section = sections.find((one) => one.startsWith('Notifications for staff')) ?? ''
  const rows = [...section.matchAll(/^\| [^|]+ \| (.+) \|$/gm)].slice(2)
  const documented = rows.map(([, cell = '']) =>
    [...cell.matchAll(/`(\w+)`/g)].map(([, one]) => one),
  )
  const staffChannels = channels.filter(({ audience }) => audience === 'staff')
  assert.deepEqual(
    documented,
    staffChannels.map((channel) => requiredSettings(channel).map(({ name }) => name)),
  )
})

it('the documents name only existing npm scripts', async () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  for await (const file of glob('{*.md,docs/*.md}', { cwd: root })) {
    for (const [, name = ''] of read(file).matchAll(/npm run ([\w:]+)/g))
      assert.ok(scripts[name], `${file}: ${name}`)
  }
})

it('links between the documents lead to existing files and headings', async () => {
  for await (const file of glob('{*.md,docs/**/*.md}', { cwd: root })) {
    for (const [, target = '', heading] of read(file).matchAll(
      /\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)/g,
    )) {
      const there = target === '' ? file : join(dirname(file), target)
      assert.ok(existsSync(join(root, there)), `${file} → ${target}`)
      if (heading) assert.ok(headingsOf(there).includes(heading), `${file} → ${target}#${heading}`)
    }
  }
})

/** Headings as anchors: lowercase, with dashes, without punctuation. */
function headingsOf(file: string): string[] {
  return [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

it('the list of decisions is complete, in order and with their titles', () => {
  const files = readdirSync(join(root, 'docs/decisions')).filter((file) => /^\d/.test(file))
  const lines = files.sort().map((file) => {
    const [, number, title] = /^# (\d+)\. (.+)$/m.exec(read(`docs/decisions/${file}`)) ?? []
    return `${number}. [${title}](${file})`
  })
  assert.deepEqual(read('docs/decisions/README.md').match(/^\d+\. .+$/gm), lines)
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

it('docs/deposits.md lists the banks that business.yaml accepts', () => {
  const rows = [...read('docs/deposits.md').matchAll(/`(\d{6})` ([^,|\n]+?)(?=[,|\n])/g)].map(
    ([, bin, name]) => `${bin} ${name}`,
  )
  const known = banks.filter(({ bin }) => bin !== '000000').map(({ bin, name }) => `${bin} ${name}`)
  assert.deepEqual(rows.sort(), known.sort())
})
