import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { it } from 'node:test'

const root = join(import.meta.dirname, '..', 'src')

const lowest = ['http', 'content', 'store', 'channels', 'mcp', 'ui', 'metrics', 'domain']
const upTo = [...lowest, 'config', 'faces', 'desk', 'variants', 'photos', 'app.ts']

/** The components that each folder or top-level file of src may import besides kernel and itself. */
const components: Record<string, readonly string[]> = {
  kernel: [],
  http: [],
  content: [],
  store: [],
  channels: [],
  mcp: ['http'],
  config: ['content'],
  ui: ['http', 'content'],
  metrics: ['http', 'store'],
  domain: ['content', 'store'],
  faces: ['http', 'content', 'mcp', 'ui'],
  desk: ['http', 'content', 'store', 'ui', 'domain'],
  variants: ['content', 'domain'],
  photos: ['content'],
  'app.ts': ['http', 'content', 'store', 'domain', 'faces'],
  server: upTo,
  commands: [...upTo, 'server'],
  cluster: [...upTo, 'server'],
  'cli.ts': ['commands', 'cluster', 'server', 'config', 'channels', 'variants'],
}

const writes = ['catalogue', 'guard', 'guest', 'outbox', 'payment']

/** The slices that each slice of src/domain may import. */
const slices: Record<string, readonly string[]> = {
  scheduling: [],
  search: [],
  outbox: [],
  guard: [],
  contact: ['outbox'],
  payment: [],
  pricing: [],
  catalogue: ['search'],
  'sold-out': ['catalogue', 'outbox', 'scheduling'],
  'closed-days': ['outbox'],
  editor: ['outbox'],
  'online-limits': ['outbox', 'scheduling'],
  integrity: ['outbox'],
  staff: ['outbox'],
  guest: ['scheduling'],
  'quick-entry': ['scheduling'],
  forms: ['catalogue', 'scheduling'],
  trade: [
    'booking',
    'catalogue',
    'closed-days',
    'forms',
    'leads',
    'online-limits',
    'orders',
    'pricing',
    'scheduling',
    'search',
  ],
  cards: ['guard', 'outbox'],
  booking: [
    ...['closed-days', 'forms', 'guard', 'guest', 'outbox', 'payment', 'pricing', 'scheduling'],
    ...['cards', 'online-limits', 'sold-out', 'contact'],
  ],
  waitlist: ['booking', 'closed-days', 'contact', 'guard', 'guest', 'outbox', 'scheduling'],
  absence: ['booking', 'contact', 'guest', 'outbox', 'scheduling', 'waitlist'],
  profile: ['booking', 'guest', 'leads', 'orders', 'outbox', 'scheduling', 'waitlist'],
  shifts: ['outbox', 'scheduling'],
  orders: [...writes, 'cards', 'contact'],
  bank: ['booking', 'orders', 'outbox', 'payment'],
  leads: writes,
  newsletter: writes,
  tools: [
    ...['booking', 'catalogue', 'guard', 'guest', 'quick-entry', 'scheduling', 'search', 'trade'],
    ...['cards', 'waitlist'],
  ],
  pages: [
    'booking',
    'cards',
    'catalogue',
    'forms',
    'guest',
    'leads',
    'newsletter',
    'orders',
    'payment',
    'pricing',
    'scheduling',
    'search',
    'trade',
    'waitlist',
  ],
  messages: [
    'booking',
    'cards',
    'closed-days',
    'contact',
    'forms',
    'guest',
    'newsletter',
    'orders',
    'outbox',
    'payment',
    'pricing',
    'scheduling',
    'staff',
    'waitlist',
  ],
  reports: ['booking', 'scheduling'],
  privacy: [
    ...['booking', 'cards', 'forms', 'guard', 'guest', 'newsletter', 'orders', 'outbox', 'payment'],
    ...['scheduling', 'waitlist'],
  ],
}

type Import = { from: string; to: string }

/** Imports between files of src, including type-only ones, without tests. */
async function loadImports(): Promise<Import[]> {
  const found: Import[] = []
  for await (const file of glob('**/*.ts', { cwd: root })) {
    if (file.endsWith('.test.ts')) continue
    const text = readFileSync(join(root, file), 'utf8')
    for (const [, path = ''] of text.matchAll(/(?:from|import|import\(|require\() ?'(\.[^']+)'/g)) {
      found.push({ from: file, to: relative(root, join(root, dirname(file), path)) })
    }
  }
  return found
}

const imports = await loadImports()

const componentOf = (file: string) => file.split('/')[0] ?? ''

const sliceOf = (file: string) => (file.startsWith('domain/') ? file.split('/')[1] : undefined)

/** Each slice of the domain counts as a component of its own. */
const fineComponentOf = (file: string) =>
  file.startsWith('domain/') ? `domain/${sliceOf(file)}` : componentOf(file)

function edgesBetween(groupOf: (file: string) => string | undefined): Map<string, Set<string>> {
  const edges = new Map<string, Set<string>>()
  for (const { from, to } of imports) {
    const [here, there] = [groupOf(from), groupOf(to)]
    if (here === undefined || there === undefined || here === there) continue
    edges.set(here, (edges.get(here) ?? new Set()).add(there))
  }
  return edges
}

/** The longest import chain between groups; fails on a cycle. */
function findLongestChain(edges: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const known = new Map<string, string[]>()
  const visit = (group: string, path: readonly string[]): string[] => {
    assert.ok(!path.includes(group), `cycle: ${[...path, group].join(' → ')}`)
    const before = known.get(group)
    if (before) return before
    const below = [...(edges.get(group) ?? [])].map((next) => visit(next, [...path, group]))
    const longest = below.reduce((best, chain) => (chain.length > best.length ? chain : best), [])
    known.set(group, [group, ...longest])
    return [group, ...longest]
  }
  const chains = [...edges.keys()].map((group) => visit(group, []))
  return chains.reduce((best, chain) => (chain.length > best.length ? chain : best), [])
}

it('folders of src import only what their row allows', () => {
  const wrong = imports.filter(({ from, to }) => {
    const [here, there] = [componentOf(from), componentOf(to)]
    return here !== there && there !== 'kernel' && !components[here]?.includes(there)
  })
  assert.deepEqual(wrong, [])
})

it('slices of the domain import only what their row allows', () => {
  const wrong = imports.filter(({ from, to }) => {
    const [here, there] = [sliceOf(from), sliceOf(to)]
    if (here === undefined || there === undefined || here === there) return false
    return !slices[here]?.includes(there)
  })
  assert.deepEqual(wrong, [])
})

it('interfaces do not import one another, nor do trades', () => {
  const wrong = imports.filter(({ from, to }) => {
    const [group, name, inside] = from.split('/')
    const [otherGroup, other] = to.split('/')
    if (group !== otherGroup || !['faces', 'variants'].includes(group ?? '')) return false
    return inside !== undefined && name !== other && other !== 'appointments'
  })
  assert.deepEqual(wrong, [])
})

it('files, folders and slices have no import cycle', () => {
  findLongestChain(edgesBetween((file) => file))
  findLongestChain(edgesBetween(componentOf))
  findLongestChain(edgesBetween(fineComponentOf))
})

it('src has at most nine levels, twelve with each slice counted', () => {
  const withBin = (chain: readonly string[]) => ['bin', ...chain]
  const levels = withBin(findLongestChain(edgesBetween(componentOf)))
  assert.ok(levels.length <= 9, levels.join(' → '))
  const fine = withBin(findLongestChain(edgesBetween(fineComponentOf)))
  assert.ok(fine.length <= 12, fine.join(' → '))
})

it('src contains only cli.ts and app.ts outside folders', async () => {
  const loose: string[] = []
  for await (const file of glob('*.ts', { cwd: root })) loose.push(file)
  assert.deepEqual(loose.sort(), ['app.ts', 'cli.ts'])
})

it('clock, environment and Temporal are each accessed in one file', async () => {
  for await (const file of glob('**/*.ts', { cwd: root })) {
    const text = readFileSync(join(root, file), 'utf8')
    if (file !== 'server/open-shop.ts') {
      assert.doesNotMatch(text, /Date\.now|Temporal\.Now|new Date\(\)/, file)
    }
    if (file !== 'cli.ts') assert.doesNotMatch(text, /process\.env/, file)
    if (file !== 'kernel/time.ts') assert.doesNotMatch(text, /'temporal-polyfill'/, file)
  }
})

it('node:http is imported only for its types, because an import of its values loads undici', async () => {
  for await (const file of glob('**/*.ts', { cwd: root })) {
    if (file.endsWith('.test.ts')) continue
    const text = readFileSync(join(root, file), 'utf8')
    assert.doesNotMatch(text, /^import (?!type )[^']*from 'node:https?'/m, file)
  }
})

it('JSON columns are parsed only in row mappers', async () => {
  const mayQuery = Object.keys(components).filter(
    (name) => name === 'store' || components[name]?.includes('store'),
  )
  const parsing: string[] = []
  for await (const file of glob('**/*.ts', { cwd: root })) {
    if (file.endsWith('.test.ts') || !mayQuery.includes(componentOf(file))) continue
    if (/JSON\s*\.parse/.test(readFileSync(join(root, file), 'utf8'))) parsing.push(file)
  }
  assert.ok(parsing.length > 3)
  assert.deepEqual(
    parsing.filter((file) => !file.endsWith('/rows.ts')),
    [],
  )
})

it('no type is forced by a double cast', async () => {
  const wrong: string[] = []
  for await (const file of glob('**/*.ts', { cwd: root })) {
    if (file.endsWith('.test.ts')) continue
    const text = readFileSync(join(root, file), 'utf8')
    if (/ as unknown as | as never\b/.test(text.replaceAll(/\/\/.*|`[^`]*`/g, ''))) wrong.push(file)
  }
  assert.deepEqual(wrong, [])
})

it('forms and queries are parsed before the domain and the trades get them', async () => {
  const wrong: string[] = []
  for await (const file of glob('{domain,variants}/**/*.ts', { cwd: root })) {
    if (file.endsWith('.test.ts')) continue
    if (readFileSync(join(root, file), 'utf8').includes('URLSearchParams')) wrong.push(file)
  }
  assert.deepEqual(wrong, [])
})

it('schemas with messages for owners are used only for content files', () => {
  const ownerSchemas = [
    'content/vocabulary.ts',
    'content/time-fields.ts',
    'content/contact-fields.ts',
    'content/schema-message.ts',
  ]
  const users = imports.filter(({ to }) => ownerSchemas.includes(to)).map(({ from }) => from)
  const wrong = users.filter((from) => !from.startsWith('content/') && !from.endsWith('/files.ts'))
  assert.ok(users.length > 5)
  assert.deepEqual(wrong, [])
})

it('test files open nothing at the top level after their first test, and shops only in hooks and tests', async () => {
  const tests = join(root, '..')
  const wrong: string[] = []
  for await (const file of glob(['test/**/*.test.ts', 'src/**/*.test.ts'], { cwd: tests })) {
    const lines = readFileSync(join(tests, file), 'utf8').split('\n')
    const first = lines.findIndex((line) => /^(describe|it)\(/.test(line))
    const lastWait = lines.findLastIndex((line) => /^(\S.*= )?await /.test(line))
    if (first >= 0 && lastWait > first) wrong.push(`${file}:${lastWait + 1}`)
    const isFast = !file.startsWith('test/full/')
    const shop = lines.findIndex((line) =>
      /^(\S.*= )?await .*\b(start\w*Shop|addStaff)\(/.test(line),
    )
    if (isFast && shop >= 0) wrong.push(`${file}:${shop + 1}`)
  }
  assert.deepEqual(wrong, [])
})
