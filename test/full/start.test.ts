/** The program as its owner starts it: through npm, as a separate process. */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { havePostgres, newDatabase } from '../support/database.ts'
import { loadSampleShop, trades } from '../support/shop.ts'

const root = join(import.meta.dirname, '../..')
const scratch = mkdtempSync(join(tmpdir(), 'letan-'))
const noPostgres = !havePostgres('the program on PostgreSQL')
const running = new Set<ChildProcess>()
after(() => {
  // Includes its child processes: a shell and the program.
  for (const { pid } of running) if (pid) process.kill(-pid, 'SIGKILL')
  rmSync(scratch, { recursive: true, force: true })
})

type Outcome = { code: number | null; output: string }

function start(args: string[], environment: Record<string, string>) {
  // A database belongs to one trade.
  const DATABASE_URL = join(scratch, `${environment.VARIANT ?? 'book'}.sqlite`)
  const env = { ...process.env, LC_ALL: 'C.UTF-8', DATABASE_URL, ...environment }
  const child = spawn('npm', args, { cwd: root, env, detached: true })
  running.add(child)
  let output = ''
  const ended = new Promise<Outcome>((resolve) => {
    child.on('close', (code) => {
      running.delete(child)
      resolve({ code, output })
    })
  })
  const waitForOutput = (pattern: RegExp) =>
    new Promise<void>((resolve, reject) => {
      const onData = (part: string) => {
        output += part
        if (pattern.test(output)) resolve()
      }
      child.stdout.setEncoding('utf8').on('data', onData)
      child.stderr.setEncoding('utf8').on('data', onData)
      void ended.then(() => reject(new Error(`ended before it printed ${pattern}:\n${output}`)))
    })
  return { child, ended, waitForOutput }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

async function outcome(args: string[], environment: Record<string, string> = {}): Promise<Outcome> {
  const { ended, waitForOutput } = start(args, environment)
  waitForOutput(/$^/).catch(() => {})
  return ended
}

describe('npm start', () => {
  for (const trade of trades) {
    const { name } = loadSampleShop(trade).business
    it(`serves the ${trade}, prints its URLs, and stops cleanly on SIGTERM`, async () => {
      const port = await freePort()
      const { child, ended, waitForOutput } = start(['start'], {
        PORT: String(port),
        HOST: '127.0.0.1',
        VARIANT: trade,
      })
      await waitForOutput(
        new RegExp(`${name} is open[\\s\\S]*http://localhost:${port}/openapi.json`),
      )
      const response = await fetch(`http://127.0.0.1:${port}/api`)
      const index = (await response.json()) as { name: string; variant: string; openapi: string }
      assert.deepEqual([index.name, index.variant], [name, trade])
      assert.equal(index.openapi, `http://localhost:${port}/openapi.json`)
      child.kill('SIGTERM')
      const { code, output } = await ended
      assert.match(output, /"event":"stopped"/)
      assert.ok(code === 0 || code === null || code === 143, String(code))
    })
  }

  it('of a folder serves that shop, in the language of --lang', async () => {
    const folder = join(scratch, 'tiệm của tôi')
    cpSync(join(root, 'content/spa'), folder, { recursive: true })
    const port = await freePort()
    const { child, ended, waitForOutput } = start(
      ['exec', 'letan', '--', 'start', folder, '--lang', 'vi'],
      {
        PORT: String(port),
        HOST: '127.0.0.1',
        VARIANT: 'salon',
        DATABASE_URL: join(scratch, 'folder.sqlite'),
      },
    )
    await waitForOutput(/Vườn Sương đã mở cửa/)
    const response = await fetch(`http://127.0.0.1:${port}/api`)
    assert.equal(((await response.json()) as { variant: string }).variant, 'spa')
    child.kill('SIGTERM')
    await ended
    const missing = await outcome(['exec', 'letan', '--', 'start', join(scratch, 'nothing')])
    assert.equal(missing.code, 1)
    assert.match(missing.output, /There is no folder .+ To create a new shop there: npm exec letan/)
  })

  it('ends even if its parent process ended before it was ready', async () => {
    const databaseFile = join(scratch, 'orphan.sqlite')
    const program = `"${process.execPath}" bin/letan.js & until [ -e "${databaseFile}" ]; do sleep 0.01; done`
    const shell = spawn('sh', ['-c', program], {
      cwd: root,
      env: {
        ...process.env,
        npm_lifecycle_event: 'start',
        DATABASE_URL: databaseFile,
        HOST: '127.0.0.1',
        PORT: String(await freePort()),
      },
      detached: true,
    })
    running.add(shell)
    let output = ''
    for (const stream of [shell.stdout, shell.stderr]) {
      stream.setEncoding('utf8').on('data', (part) => {
        output += part
      })
    }
    await once(shell, 'close')
    running.delete(shell)
    assert.match(output, /"event":"stopping".*"parent gone"/)
    assert.match(output, /"event":"stopped"/)
  })

  it('reports all invalid settings together', async () => {
    const { code, output } = await outcome(['start'], {
      VARIANT: 'pub',
      PORT: '99999',
      BASE_URL: 'example',
      WRITE_LIMIT: 'many',
      LOG_LEVEL: 'loud',
      DATABASE_URL: 'mysql://x',
      TRUST_PROXY: '-1',
      SECRET: 'short',
      DESK_PORT: 'x',
      HOST: 'a b',
      SMTP_URL: 'smtp://mail.example',
      WEBHOOKS: 'https://crm.example, nowhere',
      ZALO_CHATS: 'chat-1',
    })
    assert.equal(code, 1)
    for (const line of [
      'VARIANT must be restaurant or spa',
      'PORT must be a port from 0 to 65535',
      'BASE_URL must be a URL such as',
      'WRITE_LIMIT must be a whole number',
      'LOG_LEVEL must be debug, info, warn, error, silent',
      'DATABASE_URL must be',
      'TRUST_PROXY must be',
      'SECRET must be at least 32 characters',
      'DESK_PORT must be',
      'HOST must be',
      'MAIL_FROM is required with SMTP_URL',
      'WEBHOOKS must be URLs such as',
      'ZALO_BOT_TOKEN is required with ZALO_CHATS',
    ]) {
      assert.ok(output.includes(line), `${line} not in\n${output}`)
    }
    assert.doesNotMatch(output, /\n\s+at /)
  })

  it('reads settings from a file, which the environment overrides', async () => {
    const file = join(scratch, 'settings')
    const port = await freePort()
    writeFileSync(file, `# The spa.\nVARIANT=spa\nPORT=1\nBASE_URL="https://suong.example"\n`)
    const { child, ended, waitForOutput } = start(['start'], {
      SETTINGS_FILE: file,
      DATABASE_URL: join(scratch, 'settings.sqlite'),
      PORT: String(port),
      HOST: '127.0.0.1',
    })
    await waitForOutput(/Vườn Sương is open[\s\S]*https:\/\/suong\.example\/openapi\.json/)
    child.kill('SIGTERM')
    await ended

    writeFileSync(file, 'VARIANT=pub\nWEBHOOKS=nowhere\n')
    const wrong = await outcome(['start'], { SETTINGS_FILE: file })
    assert.match(wrong.output, /VARIANT must be restaurant or spa/)
    assert.match(wrong.output, /WEBHOOKS must be URLs such as/)
    writeFileSync(file, 'WRITE_LIMT=3\n')
    const typo = await outcome(['run', 'staff'], { SETTINGS_FILE: file })
    assert.match(typo.output, /WRITE_LIMT in .* is not a known setting/)
    const missing = await outcome(['start'], { SETTINGS_FILE: join(scratch, 'nowhere') })
    assert.match(missing.output, /SETTINGS_FILE must be the path of a readable file/)
    for (const { code, output } of [wrong, typo, missing]) {
      assert.equal(code, 1)
      assert.doesNotMatch(output, /\n\s+at /)
    }
  })

  it('reports that the port is in use', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const address = server.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const { code, output } = await outcome(['start'], { PORT: String(port), HOST: '127.0.0.1' })
    server.close()
    assert.equal(code, 1)
    assert.match(output, new RegExp(`${port}`))
    assert.doesNotMatch(output, /\n\s+at /)
  })

  it('reports that the port is in use and ends on PostgreSQL too', {
    skip: noPostgres,
  }, async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const { port } = server.address() as AddressInfo
    const { code, output } = await outcome(['start'], {
      PORT: String(port),
      HOST: '127.0.0.1',
      DATABASE_URL: await newDatabase('postgres'),
    })
    server.close()
    assert.equal(code, 1)
    assert.match(output, new RegExp(`Cannot listen on 127\\.0\\.0\\.1 port ${port}`))
  })

  it('reports the errors of a content folder', async () => {
    const { code, output } = await outcome(['start'], {
      VARIANT: 'restaurant',
      CONTENT_DIR: join(root, 'content/spa'),
    })
    assert.equal(code, 1)
    assert.match(
      output,
      /1 thing needs a change in .*\n {2}business\.yaml line \d+: trade is spa; write/,
    )
    assert.doesNotMatch(output, /\n\s+at /)
  })
})

describe('the commands', () => {
  it('print their help', async () => {
    const { code, output } = await outcome(['start', '--', '--help'])
    assert.equal(code, 0)
    assert.match(output, /letan content/)
    assert.match(output, /WRITE_LIMIT +Writes per hour/)
  })

  it('check the content', async () => {
    const { code, output } = await outcome(['run', 'content'])
    assert.equal(code, 0)
    assert.match(output, /Khói Lam: 39 offers, no errors/)
    assert.match(output, /Vườn Sương: 26 offers, no errors/)
  })

  it('run the whole life cycle of a booking from a terminal', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'letan-'))
    const port = await freePort()
    const environment = {
      PORT: String(port),
      HOST: '127.0.0.1',
      DATABASE_URL: join(folder, 'book.sqlite'),
    }
    const { child, ended, waitForOutput } = start(['start'], environment)
    await waitForOutput(/is open/)
    const next = new Date(Date.now() + 8 * 86400_000)
    while (next.getUTCDay() === 1) next.setUTCDate(next.getUTCDate() + 1)
    const codes: string[] = []
    for (const time of ['18:30', '12:00']) {
      const response = await fetch(`http://127.0.0.1:${port}/api/booking`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          date: next.toISOString().slice(0, 10),
          time,
          party_size: 2,
          name: 'Lan',
          phone: '0912345678',
          consent: '1',
        }),
      })
      assert.equal(response.status, 202, await response.clone().text())
      codes.push(((await response.json()) as { code: string }).code)
    }
    const run = (...args: string[]) => outcome(['start', '--', 'bookings', ...args], environment)
    const [first = '', second = ''] = codes
    assert.match(
      (await run()).output,
      new RegExp(`18:30  ${first}  pending +2  dat-ban-thuong  Lan`),
    )
    assert.equal((await run('confirm', first)).code, 0)
    assert.equal((await run('decline', second)).code, 1)
    assert.equal((await run('decline', second, 'hết', 'chỗ')).code, 0)
    assert.equal((await run('confirm', 'BAN-0000-0000-00')).code, 1)
    const status = async (code: string) =>
      (
        (await (await fetch(`http://127.0.0.1:${port}/api/booking/${code}`)).json()) as {
          status: string
        }
      ).status
    assert.deepEqual([await status(first), await status(second)], ['confirmed', 'cancelled'])
    child.kill('SIGTERM')
    const { output } = await ended
    assert.doesNotMatch(output, /Lan|912345678/)
    assert.match(output, /"event":"event dispatched","kind":"booking.requested"/)
    rmSync(folder, { recursive: true })
  })

  it('reject unknown arguments', async () => {
    const { code, output } = await outcome(['start', '--', 'frobnicate'])
    assert.equal(code, 1)
    assert.match(output, /There is no command "frobnicate"/)
  })
})
