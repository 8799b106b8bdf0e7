/** Time from the start of the program to the first page, and the memory of the process. */
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { megabytesOf } from '../proof/support/memory.ts'
import { makeScratch, type Scratch, sampleFolder } from '../proof/support/scratch.ts'
import { startServer } from '../proof/support/server.ts'
import { generateLoad, median } from './load.ts'
import { roundSignificant } from './measure.ts'
import { createMixedRequests } from './requests.ts'

export type Started = {
  shop: string
  /** From the command to the first page, with an empty database and nothing in the compile cache. */
  firstStartMs?: number
  /** The same for every further start. */
  secondStartMs: number
  /** Memory once the app is serving and its warm-up is over, and after a request to the desk and thousands to the site. */
  servingMb: number
  loadedMb: number
}

/** After this time the warm-up is over and the compile cache is written. */
const warmUpMs = 4_000

export async function measureStart(shop: 'restaurant' | 'spa', rounds: number): Promise<Started> {
  const scratch = makeScratch()
  const first = await startOnce(shop, scratch)
  const further: Awaited<ReturnType<typeof startOnce>>[] = []
  for (let round = 0; round < rounds; round++) further.push(await startOnce(shop, scratch))
  scratch.remove()
  const medianOf = (value: (start: (typeof further)[number]) => number) =>
    roundSignificant(median(further.map(value)))
  return {
    shop,
    firstStartMs: roundSignificant(first.startMs),
    secondStartMs: medianOf(({ startMs }) => startMs),
    servingMb: medianOf(({ servingMb }) => servingMb),
    loadedMb: medianOf(({ loadedMb }) => loadedMb),
  }
}

async function startOnce(shop: 'restaurant' | 'spa', scratch: Scratch) {
  const environment = {
    DATABASE_URL: scratch.database,
    CONTENT_DIR: sampleFolder(shop),
    VARIANT: shop,
    NODE_COMPILE_CACHE: join(scratch.folder, 'compile-cache'),
  }
  const began = performance.now()
  const server = await startServer(environment)
  await server.send('GET', '/')
  const startMs = performance.now() - began
  await delay(warmUpMs)
  const servingMb = megabytesOf(server.process.pid)
  // The desk is loaded with its first request.
  await (await fetch(server.deskUrl)).text()
  await generateLoad([server.port], createMixedRequests(), 200, { seconds: 3, connections: 32 })
  const loadedMb = megabytesOf(server.process.pid)
  await server.kill('SIGTERM')
  return { startMs, servingMb, loadedMb }
}
