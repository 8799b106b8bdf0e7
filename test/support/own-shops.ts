/** Shops with content folders of their own, which tests check, change and serve. */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after } from 'node:test'
import { joinAsOwner } from '../../proof/support/desk.ts'
import { makeScratch, openDays, type Scratch } from '../../proof/support/scratch.ts'
import { type Server, startServer } from '../../proof/support/server.ts'
import { runInProcess } from './command.ts'

export const guest = { name: 'Nguyễn Thị Lan', phone: '0912 345 678', consent: '1' }

/** A Friday: everyone in the sample shops works on it. */
export const [day = ''] = openDays(6).filter(
  (date) => new Date(`${date}T00:00:00Z`).getUTCDay() === 5,
)

export type OpenedShop = Awaited<ReturnType<ReturnType<typeof prepareOwnShops>['openShop']>>

/** Call it at the top of a test file: its shops are stopped and removed after its tests. */
export function prepareOwnShops() {
  const scratches: Scratch[] = []
  const servers: Server[] = []
  after(() => {
    for (const server of servers) server.process.kill('SIGKILL')
    for (const { remove } of scratches) remove()
  })

  function newScratch(): Scratch {
    const scratch = makeScratch()
    scratches.push(scratch)
    return scratch
  }

  /** A shop with its own content folder, created as the README describes. */
  async function ownShop(trade: string) {
    const scratch = newScratch()
    const folder = join(scratch.folder, 'my-shop')
    const { code, output } = await runInProcess(['init', trade, folder], {})
    assert.equal(code, 0, output)
    const environment = { DATABASE_URL: scratch.database, CONTENT_DIR: folder }
    return {
      folder,
      environment,
      check: () => runInProcess(['content', 'check', folder], { DATABASE_URL: scratch.database }),
      change(file: string, before: string | RegExp, now: string) {
        const path = join(folder, file)
        const text = readFileSync(path, 'utf8')
        assert.ok(text.search(before) >= 0, `${before} is not in ${file}`)
        writeFileSync(path, text.replace(before, now))
      },
    }
  }

  async function openShop(environment: Record<string, string>) {
    const server = await startServer({ LOG_LEVEL: 'info', ...environment })
    servers.push(server)
    const desk = { DESK_PORT: new URL(server.deskUrl).port, DESK_URL: server.deskUrl }
    const cookie = await joinAsOwner({ ...environment, ...desk }, `Mai ${servers.length}`)
    const headers = { cookie, 'content-type': 'application/x-www-form-urlencoded' }
    const own = { ...headers, 'sec-fetch-site': 'same-origin' }
    return {
      server,
      json: async (path: string) => JSON.parse((await server.send('GET', path)).text),
      book: async (body: object) => {
        const { status, text } = await server.send('POST', '/api/booking', body)
        assert.equal(status, 202, text)
        return (JSON.parse(text) as { code: string }).code
      },
      screen: async (path: string) => (await fetch(`${server.deskUrl}${path}`, { headers })).text(),
      press: (path: string, fields: Record<string, string>) =>
        fetch(`${server.deskUrl}${path}`, {
          method: 'POST',
          headers: own,
          body: new URLSearchParams(fields).toString(),
          redirect: 'manual',
        }),
    }
  }

  return { newScratch, ownShop, openShop }
}
