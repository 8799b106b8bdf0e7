/** From nothing to the first answer, and the memory that it takes. */
import { setTimeout as pause } from 'node:timers/promises'
import { megabytesOf } from '../proof/support/memory.ts'
import { makeScratch, sampleFolder } from '../proof/support/scratch.ts'
import { startServer } from '../proof/support/server.ts'
import { generateLoad, median } from './load.ts'
import { roundSignificant } from './measure.ts'

export type Started = {
  shop: string
  /** Milliseconds from the command to the first answer. */
  milliseconds: number
  /** Megabytes when it is open, and after thousands of requests for everything. */
  megabytes: number
  afterLoad: number
}

const paths = ['/', '/en', '/menu.md', '/api/offers', '/openapi.json', '/docs', '/llms.txt']

export async function measureStart(shop: 'restaurant' | 'spa', rounds: number): Promise<Started> {
  const turns: Awaited<ReturnType<typeof once>>[] = []
  for (let round = 0; round <= rounds; round++) turns.push(await once(shop))
  const middle = (of: (turn: (typeof turns)[number]) => number) =>
    roundSignificant(median(turns.slice(1).map(of)))
  return {
    shop,
    milliseconds: middle((turn) => turn.milliseconds),
    megabytes: middle((turn) => turn.megabytes),
    afterLoad: middle((turn) => turn.afterLoad),
  }
}

async function once(shop: 'restaurant' | 'spa') {
  const scratch = makeScratch()
  const environment = {
    DATABASE_URL: scratch.database,
    CONTENT_DIR: sampleFolder(shop),
    VARIANT: shop,
  }
  const began = performance.now()
  const server = await startServer(environment)
  const milliseconds = performance.now() - began
  // By then it has given back what the start took.
  await pause(4_000)
  const megabytes = megabytesOf(server.process.pid)
  let turn = 0
  const next = () =>
    Buffer.from(`GET ${paths[turn++ % paths.length]} HTTP/1.1\r\nhost: localhost\r\n\r\n`)
  await generateLoad([server.port], next, 200, { seconds: 3, connections: 32 })
  const afterLoad = megabytesOf(server.process.pid)
  await server.kill('SIGTERM')
  scratch.remove()
  return { milliseconds, megabytes, afterLoad }
}
