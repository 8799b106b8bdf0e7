/** Runs the examples in the documents, each against its own shop. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, it, type TestContext } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { openDays } from '../../proof/support/scratch.ts'
import { freePort, type Server, startServer } from '../../proof/support/server.ts'
import { waitUntil } from '../../proof/support/wait-until.ts'
import {
  defaultName,
  differences,
  type ExampleProgram,
  firstMissing,
  parseExamplePrograms,
} from '../support/example-programs.ts'
import { createExampleRunner, missingFor } from '../support/example-runner.ts'

const root = join(import.meta.dirname, '../..')

const documentedPrograms = [
  'README.md',
  ...readdirSync(join(root, 'docs')).map((name) => `docs/${name}`),
]
  .filter((file) => file.endsWith('.md'))
  .flatMap((file) =>
    parseExamplePrograms(readFileSync(join(root, file), 'utf8')).map((program) => ({
      file,
      program,
    })),
  )

/** Additional settings of the shop for each named example. */
const shops: Record<string, Record<string, string>> = {
  [defaultName]: {},
  spa: { VARIANT: 'spa' },
  salon: { VARIANT: 'salon' },
}

/** Examples that receive webhooks instead of using a shop. */
const receivers = 'webhooks'

describe('examples in the documents', { concurrency: 3 }, () => {
  for (const { file, program } of documentedPrograms.filter(
    ({ program: { name } }) => name !== receivers,
  )) {
    it(`${file}, ${program.language}, ${program.name}: print the documented output`, async (test) => {
      if (isSkipped(program, test)) return
      const environment = shops[program.name]
      assert.ok(environment, `there is no shop for the example "${program.name}"`)
      const reader = createExampleRunner()
      const DATABASE_URL = join(reader.folder, 'data/book.sqlite')
      const server = await startShopServer({ ...environment, DATABASE_URL, WRITE_LIMIT: '5' })
      const here = withAddressOf(program, server)
      assert.deepEqual(differences(here, await reader.run(here, { DATABASE_URL })), [])
      await server.kill('SIGKILL')
    })
  }

  for (const { program } of documentedPrograms.filter(
    ({ program: { name } }) => name === receivers,
  )) {
    it(`the receiver in ${program.language} accepts only messages signed by the shop`, async (test) => {
      if (isSkipped(program, test)) return
      const reader = createExampleRunner()
      const port = await freePort()
      const WEBHOOK_SECRET = `whsec_${randomBytes(32).toString('base64')}`
      const printed = reader.start(program, { PORT: String(port), WEBHOOK_SECRET })
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
      const shows = program.examples.flatMap(({ shows }) => shows)
      await waitUntil(() => firstMissing(printed().split('\n'), shows) === undefined, 20)
      assert.equal(printed().trim().split('\n').length, 1)
      await server.kill('SIGKILL')
    })
  }
})

it('a missing line and a line out of order are detected', () => {
  const printed = ['HTTP/1.1 202 Accepted', '', '{"code":"BAN-1","status":"pending"}']
  assert.equal(firstMissing(printed, ['HTTP/1.1 202…', '…', '{…"status":"pending"}']), undefined)
  assert.equal(firstMissing(printed, ['HTTP/1.1 202']), 'HTTP/1.1 202')
  assert.equal(firstMissing(printed, ['{…"confirmed"}']), '{…"confirmed"}')
  assert.equal(firstMissing(printed, ['{"code"…', 'HTTP…']), 'HTTP…')
})

it('an example that ends too early and an output without an example are detected', () => {
  const [program] = parseExamplePrograms('```sh run\nexit 0\n```\n')
  assert.ok(program)
  assert.deepEqual(differences(program, ''), ['line 1: it did not come to its end'])
  assert.throws(
    () => parseExamplePrograms('```sh\ntrue\n```\n\n```text out\n1\n```\n'),
    /no example/,
  )
})

/** Skips the test, with a message, if the language is not installed. */
function isSkipped(program: ExampleProgram, test: TestContext): boolean {
  const missing = missingFor(program)
  if (missing.length > 0) test.skip(`SKIPPED: there is no ${missing.join(' and no ')} here`)
  return missing.length > 0
}

async function startShopServer(environment: Record<string, string>): Promise<Server> {
  const server = await startServer(environment)
  after(() => server.process.kill('SIGKILL'))
  return server
}

/** The same example with the address of this shop. */
function withAddressOf(program: ExampleProgram, { port }: Server): ExampleProgram {
  const here = (text: string) => text.replaceAll('localhost:3000', `localhost:${port}`)
  const examples = program.examples.map(({ line, source, shows }) => ({
    line,
    source: here(source),
    shows: shows.map(here),
  }))
  return { ...program, examples }
}

/** Sends an unsigned message once the receiver listens; returns the response status. */
async function forge(address: string): Promise<number> {
  const headers = {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
    'webhook-signature': `v1,${randomBytes(32).toString('base64')}`,
  }
  for (let tries = 0; tries < 2_400; tries++) {
    const response = await fetch(address, { method: 'POST', headers, body: '{}' }).catch(() => {})
    if (response) return response.status
    await pause(50)
  }
  throw new Error('the receiver does not listen')
}
