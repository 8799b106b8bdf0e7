import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { it } from 'node:test'

const root = join(import.meta.dirname, '..', 'src')

/** What each folder may import from ours. A file may always import from its own folder. */
const allowed: Record<string, readonly string[]> = {
  kernel: [],
  http: ['kernel'],
  content: ['kernel'],
  store: ['kernel'],
  domain: ['kernel', 'content', 'store'],
  mcp: ['kernel', 'http'],
  ui: ['kernel', 'http', 'content'],
  metrics: ['kernel', 'http', 'store'],
  channels: ['kernel'],
  faces: ['kernel', 'http', 'content', 'mcp', 'ui'],
  desk: ['kernel', 'http', 'content', 'store', 'ui', 'domain'],
  variants: ['kernel', 'content', 'domain'],
}

async function imports(): Promise<{ from: string; to: string }[]> {
  const found: { from: string; to: string }[] = []
  for await (const file of glob('**/*.ts', { cwd: root })) {
    const text = readFileSync(join(root, file), 'utf8')
    for (const [, path = ''] of text.matchAll(/(?:from|import|import\(|require\() ?'([^']+)'/g)) {
      const to = path.startsWith('.') ? relative(root, join(root, dirname(file), path)) : path
      found.push({ from: file, to })
    }
  }
  return found
}

/** These join what the others are. */
const tops = ['', 'commands', 'cluster', 'server', 'config']

const folderOf = (file: string) => (file.includes('/') ? (file.split('/')[0] ?? '') : '')

it('keeps the directions between the folders', async () => {
  const wrong = (await imports()).filter(({ from, to }) => {
    const [here, there] = [folderOf(from), folderOf(to)]
    if (tops.includes(here) || !to.endsWith('.ts') || here === there) return false
    return !allowed[here]?.includes(there)
  })
  assert.deepEqual(wrong, [])
})

it('lets no face and no trade know another', async () => {
  const wrong = (await imports()).filter(({ from, to }) => {
    const [group, name] = from.split('/')
    const [otherGroup, other] = to.split('/')
    if (group !== otherGroup || !['faces', 'variants'].includes(group ?? '')) return false
    return (
      from.split('/').length > 2 &&
      name !== other &&
      other !== 'appointments' &&
      other !== 'appointments'
    )
  })
  assert.deepEqual(wrong, [])
})

it('has no import circle', async () => {
  const edges = Map.groupBy(await imports(), ({ from }) => from)
  const done = new Set<string>()
  const visit = (file: string, path: readonly string[]): void => {
    assert.ok(!path.includes(file), `circle: ${[...path, file].join(' → ')}`)
    if (done.has(file)) return
    for (const { to } of edges.get(file) ?? []) visit(to, [...path, file])
    done.add(file)
  }
  for (const file of edges.keys()) visit(file, [])
})

it('reads the clock, the environment and Temporal in one place each', async () => {
  for await (const file of glob('**/*.ts', { cwd: root })) {
    const text = readFileSync(join(root, file), 'utf8')
    if (file !== 'server/start.ts')
      assert.doesNotMatch(text, /Date\.now|Temporal\.Now|new Date\(\)/, file)
    if (file !== 'cli.ts') assert.doesNotMatch(text, /process\.env/, file)
    if (file !== 'kernel/time.ts') assert.doesNotMatch(text, /'temporal-polyfill'/, file)
  }
})

it('keeps the schemas of an owner’s files, which speak to him in two languages at once, to his files', async () => {
  const speak = ['content/vocabulary.ts', 'content/schema-message.ts']
  const users = (await imports()).filter(({ to }) => speak.includes(to)).map(({ from }) => from)
  const wrong = users.filter((from) => !from.startsWith('content/') && !from.endsWith('/files.ts'))
  assert.ok(users.length > 5)
  assert.deepEqual(wrong, [])
})
