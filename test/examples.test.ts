/** What the documents tell readers to type is typed here, each time against a real shop of its own. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, it, type TestContext } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { openDays } from '../proof/support/scratch.ts'
import { freePort, type Server, startServer } from '../proof/support/server.ts'
import { waitUntil } from '../proof/support/wait-until.ts'
import {
  defaultName,
  differences,
  type ExampleProgram,
  firstMissing,
  parseExamplePrograms,
} from './support/example-programs.ts'
import { createExampleRunner, missingFor } from './support/example-runner.ts'

const root = join(import.meta.dirname, '..')

const documentedPrograms = [
  'README.md',
  ...readdirSync(join(root, 'docs')).map((name) => `docs/${name}`),
]
  .filter((file) => file.endsWith('.md'))
  .flatMap((file) =>
    parseExamplePrograms(readFileSync(join(root, file), 'utf8')).map((story) => ({ file, story })),
  )

/** The shop that a story is about, beyond what every shop has. */
const shops: Record<string, Record<string, string>> = {
  [defaultName]: {},
  spa: { VARIANT: 'spa' },
  salon: { VARIANT: 'salon' },
}

/** These are not about a shop: they listen to one. */
const receivers = 'webhooks'

describe('the documents show', { concurrency: 3 }, () => {
  for (const { file, story } of documentedPrograms.filter(
    ({ story: { name } }) => name !== receivers,
  )) {
    it(`${file}, ${story.language}, ${story.name}: what happens`, async (test) => {
      if (isSkipped(story, test)) return
      const environment = shops[story.name]
      assert.ok(environment, `there is no shop for the story "${story.name}"`)
      const reader = createExampleRunner()
      const DATABASE_URL = join(reader.folder, 'data/book.sqlite')
      const server = await startShopServer({ ...environment, DATABASE_URL, WRITE_LIMIT: '5' })
      const here = atHome(story, server)
      assert.deepEqual(differences(here, await reader.run(here, { DATABASE_URL })), [])
      await server.kill('SIGKILL')
    })
  }

  for (const { story } of documentedPrograms.filter(({ story: { name } }) => name === receivers)) {
    it(`a receiver in ${story.language} that believes the shop and nobody else`, async (test) => {
      if (isSkipped(story, test)) return
      const reader = createExampleRunner()
      const port = await freePort()
      const WEBHOOK_SECRET = `whsec_${randomBytes(32).toString('base64')}`
      const printed = reader.start(story, { PORT: String(port), WEBHOOK_SECRET })
      const WEBHOOKS = `http://127.0.0.1:${port}/letan`
      assert.equal(await forge(WEBHOOKS), 401)

      const server = await startShopServer({
        DATABASE_URL: join(reader.folder, 'data/book.sqlite'),
        WEBHOOKS,
        WEBHOOK_SECRET,
        PRIVATE_TARGETS: 'allow',
      })
      const { status } = await server.send('POST', '/api/booking', {
        date: openDays()[5],
        time: '12:00',
        party_size: 2,
        name: 'Lan',
        phone: '0912345678',
        consent: '1',
      })
      assert.equal(status, 202)
      const shows = story.examples.flatMap((example) => example.shows)
      await waitUntil(() => firstMissing(printed().split('\n'), shows) === undefined, 20)
      assert.equal(printed().trim().split('\n').length, 1)
      await server.kill('SIGKILL')
    })
  }
})

it('a line that is not printed, or not in its place, is missed', () => {
  const printed = ['HTTP/1.1 202 Accepted', '', '{"code":"BAN-1","status":"pending"}']
  assert.equal(firstMissing(printed, ['HTTP/1.1 202…', '…', '{…"status":"pending"}']), undefined)
  assert.equal(firstMissing(printed, ['HTTP/1.1 202']), 'HTTP/1.1 202')
  assert.equal(firstMissing(printed, ['{…"confirmed"}']), '{…"confirmed"}')
  assert.equal(firstMissing(printed, ['{"code"…', 'HTTP…']), 'HTTP…')
})

it('an example that ends too early is missed, and an output without an example', () => {
  const [story] = parseExamplePrograms('```sh run\nexit 0\n```\n')
  assert.ok(story)
  assert.deepEqual(differences(story, ''), ['line 1: it did not come to its end'])
  assert.throws(
    () => parseExamplePrograms('```sh\ntrue\n```\n\n```text out\n1\n```\n'),
    /no example/,
  )
})

/** Where the machine lacks the language, and that is said. */
function isSkipped(story: ExampleProgram, test: TestContext): boolean {
  const missing = missingFor(story)
  if (missing.length > 0) test.skip(`SKIPPED: there is no ${missing.join(' and no ')} here`)
  return missing.length > 0
}

async function startShopServer(environment: Record<string, string>): Promise<Server> {
  const server = await startServer(environment)
  after(() => server.process.kill('SIGKILL'))
  return server
}

/** The same story with the address that this shop has. */
function atHome(story: ExampleProgram, { port }: Server): ExampleProgram {
  const here = (text: string) => text.replaceAll('localhost:3000', `localhost:${port}`)
  const examples = story.examples.map(({ line, source, shows }) => ({
    line,
    source: here(source),
    shows: shows.map(here),
  }))
  return { ...story, examples }
}

/** A message that the shop has not signed; the status it gets, once somebody is there to answer. */
async function forge(address: string): Promise<number> {
  const headers = {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
    'webhook-signature': `v1,${randomBytes(32).toString('base64')}`,
  }
  for (let tries = 0; tries < 200; tries++) {
    const response = await fetch(address, { method: 'POST', headers, body: '{}' }).catch(() => {})
    if (response) return response.status
    await pause(50)
  }
  throw new Error('nobody listens')
}
