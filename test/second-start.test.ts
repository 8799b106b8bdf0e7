/** What one start has read is kept for the next; whatever has changed since then is read anew. */
import assert from 'node:assert/strict'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { after, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { runLetan } from '../proof/support/command.ts'
import { makeScratch, sampleFolder } from '../proof/support/scratch.ts'
import { startServer } from '../proof/support/server.ts'

const scratch = makeScratch()
after(scratch.remove)

const folder = join(scratch.folder, 'content')
cpSync(sampleFolder('restaurant'), folder, { recursive: true })
const cache = join(scratch.folder, 'cache')
mkdirSync(cache, { mode: 0o755 })
const environment = {
  VARIANT: 'restaurant',
  CONTENT_DIR: folder,
  DATABASE_URL: scratch.database,
  NODE_COMPILE_CACHE: cache,
}

async function llms(waitMs = 0): Promise<string> {
  const server = await startServer(environment)
  const { text } = await server.send('GET', '/llms.txt')
  for (const end = performance.now() + waitMs; !cachedFile() && performance.now() < end; ) {
    await pause(50)
  }
  await server.kill('SIGTERM')
  return text
}

/** Where the texts of the folder are kept, once they are. */
function cachedFile(): string | undefined {
  const name = readdirSync(cache).find((one) => /^letan-.*\.json$/.test(one))
  return name && join(cache, name)
}

function rewrite(file: string, from: string, to: string): void {
  const before = readFileSync(file, 'utf8')
  assert.ok(before.includes(from), `${file} has no ${from}`)
  writeFileSync(file, before.replaceAll(from, to))
}

const name = /^name: *"?([^"\n]+)/m.exec(readFileSync(join(folder, 'business.yaml'), 'utf8'))?.[1]

it('the first start keeps what it read, for itself', async () => {
  assert.ok((await llms(15_000)).includes(String(name)))
  assert.equal(statSync(String(cachedFile())).mode & 0o077, 0)
})

it('the next start believes it', async () => {
  rewrite(String(cachedFile()), String(name), 'The Kept Name')
  assert.match(await llms(), /The Kept Name/)
})

it('and says the same of the folder, with the same lines', async () => {
  const check = (cacheFolder: string) =>
    runLetan(['content', 'check', folder], { ...environment, NODE_COMPILE_CACHE: cacheFolder })
  const [uncached, cached] = [await check(join(scratch.folder, 'other')), await check(cache)]
  assert.match(uncached.output, /business\.yaml.*line \d+/)
  assert.match(cached.output, /The Kept Name/)
  assert.equal(cached.output.replaceAll('The Kept Name', String(name)), uncached.output)
})

it('where others may write, it is not believed', async () => {
  chmodSync(cache, 0o777)
  assert.doesNotMatch(await llms(), /The Kept Name/)
  chmodSync(cache, 0o755)
  assert.match(await llms(), /The Kept Name/)
})

it('a text that has changed is read anew', async () => {
  rewrite(join(folder, 'business.yaml'), String(name), 'Quán Mới')
  assert.match(await llms(), /^# Quán Mới/)
})

it('what cannot be understood is passed over', async () => {
  for (const nonsense of ['{"half', 'null', '[]', '3']) {
    writeFileSync(String(cachedFile()), nonsense)
    assert.match(await llms(), /^# Quán Mới/)
  }
})
