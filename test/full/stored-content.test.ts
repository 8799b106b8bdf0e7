/** A shop whose content folder is invalid or missing at the start opens with the content that it accepted last. */
import assert from 'node:assert/strict'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { joinAsOwner } from '../../proof/support/desk.ts'
import { makeScratch, type Scratch } from '../../proof/support/scratch.ts'
import { type Server, startServer } from '../../proof/support/server.ts'
import { runInProcess } from '../support/command.ts'
import { havePostgres, newDatabase } from '../support/database.ts'
import { drawPhoto } from '../support/photos.ts'
import { until } from '../support/until.ts'

const scratches: Scratch[] = []
const servers: Server[] = []
after(async () => {
  for (const server of servers) server.process.kill('SIGKILL')
  for (const { remove } of scratches) remove()
})

/** A shop with its own content folder, whose content was accepted and stored by an earlier start. */
async function servedShop(trade: string, settings: Record<string, string> = {}) {
  const scratch = makeScratch()
  scratches.push(scratch)
  const folder = join(scratch.folder, 'my-shop')
  const { code, output } = await runInProcess(['init', trade, folder], {})
  assert.equal(code, 0, output)
  const environment = {
    LOG_LEVEL: 'info',
    DATABASE_URL: scratch.database,
    CONTENT_DIR: folder,
    ...settings,
  }
  const copy = join(scratch.folder, 'book.content')
  const start = async () => {
    const server = await startServer(environment)
    servers.push(server)
    return server
  }
  return {
    scratch,
    folder,
    environment,
    copy,
    start,
    /** Starts the shop, waits until its content is stored, and stops it. */
    async serveOnce() {
      const server = await start()
      await until(async () => existsSync(join(copy, 'current.json')), 'the stored content')
      await server.kill('SIGTERM')
    },
    change(file: string, before: string | RegExp, now: string) {
      const path = join(folder, file)
      const text = readFileSync(path, 'utf8')
      assert.ok(text.search(before) >= 0, `${before} is not in ${file}`)
      writeFileSync(path, text.replace(before, now))
    },
  }
}

const json = async ({ send }: Server, path: string) => JSON.parse((await send('GET', path)).text)

const storedFiles = (copy: string) =>
  readdirSync(copy, { recursive: true, encoding: 'utf8' }).map((path) => path.replaceAll('\\', '/'))

describe('content folder that is invalid at the start', { concurrency: 2 }, () => {
  it('does not keep the shop closed, and is used as soon as it is valid', async () => {
    const shop = await servedShop('restaurant')
    await shop.serveOnce()
    shop.change('business.yaml', 'name: Khói Lam', 'name: Khói Xanh')
    shop.change('menu/1-khoi-vi.yaml', /price: \d+/, 'price: cheap')
    rmSync(join(shop.folder, 'pictures'), { recursive: true })

    const server = await shop.start()
    assert.equal((await json(server, '/api')).name, 'Khói Lam')
    assert.equal((await server.send('GET', '/menu')).status, 200)
    const picture = await server.send('GET', '/pictures/hero.svg')
    assert.equal(picture.status, 200)
    assert.match(picture.text, /<svg/)

    assert.deepEqual(await json(server, '/readyz'), { status: 'ok', content: 'stored' })
    const desk = await fetch(`${server.deskUrl}/readyz`)
    assert.deepEqual(await desk.json(), { status: 'ok', content: 'stored' })
    const lines = server.log.filter(({ level }) => level === 'error')
    assert.equal(lines.length, 1)
    assert.equal(lines[0]?.event, 'content rejected at the start: the stored content is in use')
    assert.match(String(lines[0]?.messages), /^menu\/1-khoi-vi\.yaml line \d+, the price of /m)
    assert.equal(lines[0]?.folder, shop.folder)

    const environment = {
      ...shop.environment,
      DESK_PORT: new URL(server.deskUrl).port,
      DESK_URL: server.deskUrl,
    }
    const cookie = await joinAsOwner(environment, 'Mai')
    const screen = async (path: string) =>
      (await fetch(`${server.deskUrl}${path}`, { headers: { cookie } })).text()
    assert.match(await screen('/'), /href="\/content"[^>]*>Thư mục nội dung có lỗi/)
    const page = await screen('/content')
    assert.match(page, /menu\/1-khoi-vi\.yaml dòng \d+/)
    assert.match(page, /trang chạy với nội dung đã lưu từ/)

    shop.change('menu/1-khoi-vi.yaml', 'price: cheap', 'price: 145000')
    await until(async () => (await json(server, '/api')).name === 'Khói Xanh', 'the new content')
    assert.deepEqual(await json(server, '/readyz'), { status: 'ok' })
    assert.doesNotMatch(await screen('/'), /href="\/content"[^>]*>Thư mục nội dung có lỗi/)

    // What was accepted now is what the next start falls back to.
    await until(
      async () => storedFiles(shop.copy).some((path) => hasName(shop.copy, path, 'Khói Xanh')),
      'the new stored content',
    )
    await server.kill('SIGTERM')
    rmSync(join(shop.folder, 'menu'), { recursive: true })
    assert.equal((await json(await shop.start(), '/api')).name, 'Khói Xanh')
  })

  it('may be missing, and its trade is that of the stored content', async () => {
    const shop = await servedShop('spa')
    await shop.serveOnce()
    renameSync(shop.folder, `${shop.folder}-away`)
    const server = await shop.start()
    const { name, variant } = await json(server, '/api')
    assert.deepEqual([name, variant], ['Vườn Sương', 'spa'])
    assert.match(String(server.log[0]?.messages), /the folder does not exist/)
    renameSync(`${shop.folder}-away`, shop.folder)
    const isLoaded = async () => (await json(server, '/readyz')).content === undefined
    await until(isLoaded, 'the folder')
  })

  it('still has its photos, although they are not copied', async () => {
    const shop = await servedShop('spa')
    const photo = await drawPhoto({ width: 320, height: 240 })
    mkdirSync(join(shop.folder, 'pictures/gallery'))
    writeFileSync(join(shop.folder, 'pictures/gallery/san-vuon.jpg'), photo)
    const first = await shop.start()
    const photoOf = async (server: Server) =>
      /\/pictures\/[0-9a-f]{20}-card-\d+\.jpg/.exec(
        (await server.send('GET', '/gallery')).text,
      )?.[0]
    await until(async () => (await photoOf(first)) !== undefined, 'the photo')
    await until(async () => existsSync(join(shop.copy, 'current.json')), 'the stored content')
    const shown = await photoOf(first)
    await first.kill('SIGTERM')
    assert.deepEqual(
      storedFiles(shop.copy).filter((path) => path.endsWith('.jpg')),
      [],
    )
    renameSync(shop.folder, `${shop.folder}-away`)
    const server = await shop.start()
    assert.equal((await json(server, '/readyz')).content, 'stored')
    assert.equal(await photoOf(server), shown)
    assert.equal((await server.send('GET', shown ?? '')).status, 200)
  })

  it('may name a tool that does not exist, which is known only when the app is built', async () => {
    const shop = await servedShop('restaurant')
    await shop.serveOnce()
    writeFileSync(join(shop.folder, 'tools.yaml'), 'tools:\n  - name: get_weather\n    off: true\n')
    const server = await shop.start()
    assert.equal((await json(server, '/readyz')).content, 'stored')
  })

  it('is refused with all messages at the first start', async () => {
    const shop = await servedShop('restaurant')
    shop.change('menu/1-khoi-vi.yaml', /price: \d+/, 'price: cheap')
    await assert.rejects(shop.start(), /menu\/1-khoi-vi\.yaml line \d+, the price of /)
    assert.ok(!existsSync(shop.environment.DATABASE_URL))
  })

  it('is refused if the stored content is damaged, with the reason', async () => {
    const shop = await servedShop('restaurant')
    await shop.serveOnce()
    const menu = storedFiles(shop.copy).find((path) => path.endsWith('/menu/1-khoi-vi.yaml'))
    appendFileSync(join(shop.copy, menu ?? ''), '\n# changed\n')
    shop.change('menu/1-khoi-vi.yaml', /price: \d+/, 'price: cheap')
    await assert.rejects(
      shop.start(),
      /menu\/1-khoi-vi\.yaml line \d+, the price of [\s\S]*the stored content is damaged \(menu\/1-khoi-vi\.yaml was changed\) and cannot be used/,
    )
    writeFileSync(join(shop.copy, 'current.json'), '{"format":1')
    await assert.rejects(
      shop.start(),
      /the stored content is damaged \(current\.json cannot be read/,
    )
  })

  it('is refused if the stored content belongs to the database of another shop', async () => {
    const shop = await servedShop('restaurant')
    await shop.serveOnce()
    const other = await servedShop('restaurant')
    await other.serveOnce()
    rmSync(shop.copy, { recursive: true })
    renameSync(other.copy, shop.copy)
    shop.change('menu/1-khoi-vi.yaml', /price: \d+/, 'price: cheap')
    await assert.rejects(shop.start(), /the stored content belongs to another shop/)
  })
})

describe('stored content', { concurrency: 2 }, () => {
  it('has only the files that the shop uses, and is readable by its user alone', async () => {
    const shop = await servedShop('restaurant')
    writeFileSync(join(shop.folder, 'settings.env'), 'SECRET=not for a copy')
    writeFileSync(join(shop.folder, 'pictures/passwords.txt'), 'not for a copy')
    mkdirSync(join(shop.folder, 'menu/old'))
    writeFileSync(join(shop.folder, 'menu/old/1-cu.yaml'), 'dishes: []')
    await shop.serveOnce()
    const files = storedFiles(shop.copy)
    assert.ok(files.some((path) => path.endsWith('/menu/1-khoi-vi.yaml')))
    assert.ok(files.some((path) => path.endsWith('/pictures/hero.svg')))
    assert.deepEqual(
      files.filter((path) => /settings|passwords|old/.test(path)),
      [],
    )
    const forOthers = ['.', ...files].filter((path) => statSync(join(shop.copy, path)).mode & 0o077)
    assert.deepEqual(forOthers, [])
  })

  it('stays the previous one after a crash in the middle of a new one', async () => {
    const shop = await servedShop('restaurant')
    await shop.serveOnce()
    // What a process leaves behind that is killed while it writes: a part of the files, and no new manifest.
    const partial = join(shop.copy, 'partial-copy-1')
    mkdirSync(partial)
    writeFileSync(join(partial, 'business.yaml'), 'trade: restau')
    rmSync(join(shop.folder, 'policy.yaml'))
    assert.equal((await json(await shop.start(), '/api')).name, 'Khói Lam')
  })

  it('exists on a machine with PostgreSQL too', async (test) => {
    if (!havePostgres('stored content with PostgreSQL')) return test.skip('no PostgreSQL')
    const DATABASE_URL = await newDatabase('postgres')
    const shop = await servedShop('salon', { DATABASE_URL })
    const data = join(process.cwd(), 'data')
    const copies = () =>
      existsSync(data) ? readdirSync(data).filter((name) => name.startsWith('postgres-')) : []
    const before = copies()
    const findCopy = () =>
      copies()
        .filter((name) => !before.includes(name))
        .map((name) => join(data, name))
        .find((folder) => isCopyOf('salon', join(folder, 'current.json')))
    let copy: string | undefined
    try {
      const first = await shop.start()
      await until(async () => {
        copy = findCopy()
        return copy !== undefined
      }, 'the stored content')
      await first.kill('SIGTERM')
      renameSync(shop.folder, `${shop.folder}-away`)
      const server = await shop.start()
      const { variant } = await json(server, '/api')
      assert.equal(variant, 'salon')
      await server.kill('SIGTERM')
    } finally {
      if (copy !== undefined) rmSync(copy, { recursive: true })
    }
  })
})

function isCopyOf(trade: string, manifest: string): boolean {
  return existsSync(manifest) && readFileSync(manifest, 'utf8').includes(`"trade":"${trade}"`)
}

function hasName(copy: string, path: string, name: string): boolean {
  return (
    path.endsWith('/business.yaml') &&
    readFileSync(join(copy, path), 'utf8').includes(`name: ${name}`)
  )
}
