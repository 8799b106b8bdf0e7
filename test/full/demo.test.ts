/** `letan demo`: a shop with a lively evening in a database of its own, as a separate process. */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { cookieOf, createStaffClient, form, password } from '../support/desk.ts'
import { visibleTextOf } from '../support/screen.ts'

const root = join(import.meta.dirname, '../..')
const scratch = mkdtempSync(join(tmpdir(), 'letan-demo-test-'))
const running = new Set<ChildProcess>()
after(() => {
  for (const child of running) child.kill('SIGKILL')
  rmSync(scratch, { recursive: true, force: true })
})

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

async function startDemo(args: string[], environment: Record<string, string>) {
  const [port, deskPort] = [await freePort(), await freePort()]
  const child = spawn(process.execPath, [join(root, 'bin/letan.js'), 'demo', ...args], {
    cwd: scratch,
    env: {
      ...process.env,
      ...{ LC_ALL: 'C.UTF-8', HOST: '127.0.0.1', DESK_HOST: '127.0.0.1', TMPDIR: scratch },
      ...{ PORT: String(port), DESK_PORT: String(deskPort), ...environment },
    },
  })
  running.add(child)
  let output = ''
  const printed = new Promise<void>((resolve, reject) => {
    const onData = (part: string) => {
      output += part
      if (/This is a demo: \d+ bookings/.test(output)) resolve()
    }
    child.stdout.setEncoding('utf8').on('data', onData)
    child.stderr.setEncoding('utf8').on('data', onData)
    child.on('close', () => reject(new Error(output)))
  })
  return {
    printed,
    site: `http://127.0.0.1:${port}`,
    deskUrl: `http://127.0.0.1:${deskPort}`,
    output: () => output,
    async stop() {
      const closed = once(child, 'close')
      child.kill('SIGTERM')
      await closed
      running.delete(child)
    },
  }
}

const shops: [trade: string, name: string][] = [
  ['restaurant', 'Khói Lam'],
  ['spa', 'Vườn Sương'],
  ['salon', 'Sợi Nắng'],
]

describe('letan demo', () => {
  for (const [trade, name] of shops) {
    it(`opens the desk of the ${trade} on a lively evening, in a database that ends with it`, async () => {
      const real = join(scratch, `${trade}-real.sqlite`)
      const demo = await startDemo([], {
        VARIANT: trade,
        DATABASE_URL: real,
        WEBHOOK_URL: 'https://hooks.example/orders',
      })
      await demo.printed
      const [, count] = /This is a demo: (\d+) bookings/.exec(demo.output()) ?? []
      assert.ok(Number(count) >= 100, demo.output())
      const [, link = ''] = /(\/join\/\S+)/.exec(demo.output()) ?? []
      const joined = await fetch(demo.deskUrl + link, form({ name: 'Hoa', password }))
      assert.equal(joined.status, 303)
      const hoa = createStaffClient(demo, 'Hoa', cookieOf(joined))

      const inbox = await hoa.read('/')
      assert.match(visibleTextOf(inbox), /Bản demo: dữ liệu không có thật/)
      assert.match(inbox, new RegExp(`${name} \\(demo\\)`))
      assert.match(await (await fetch(demo.site)).text(), new RegExp(`${name} \\(demo\\)`))
      const waiting = await hoa.read('/')
      assert.ok([...waiting.matchAll(/<article /g)].length >= 15)
      assert.match(visibleTextOf(waiting), /lần trước/, 'a regular')
      assert.equal([...(await hoa.read('/waitlist')).matchAll(/href="tel:/g)].length, 3)
      const day = visibleTextOf(await hoa.read('/day'))
      assert.match(day, /Thứ Sáu/)
      assert.match(day, /Khách quen/)
      assert.match(day, /Thích ngồi gần cửa sổ/)
      assert.match(day, /Đã tới \d+ lượt/)
      assert.match(day, /Không tới 1 lượt/)
      assert.match(day, /Dị ứng, lưu ý sức khoẻ \(\d+\)/)

      assert.equal(existsSync(real), false)
      assert.ok(readdirSync(scratch).some((one) => one.startsWith('letan-demo-')))
      await demo.stop()
      assert.ok(!readdirSync(scratch).some((one) => one.startsWith('letan-demo-')))
    })
  }

  it('keeps its data in a new folder, and never opens one that is in use', async () => {
    const demo = await startDemo(['kept'], { VARIANT: 'restaurant' })
    await demo.printed
    await demo.stop()
    assert.ok(existsSync(join(scratch, 'kept/demo.db')))
    const used = join(scratch, 'used')
    mkdirSync(used)
    writeFileSync(join(used, 'shop.sqlite'), 'data')
    const refused = await startDemo(['used'], { VARIANT: 'restaurant' })
    await assert.rejects(refused.printed, /used is not an empty folder/)
    assert.deepEqual(readdirSync(used), ['shop.sqlite'])
  })
})
