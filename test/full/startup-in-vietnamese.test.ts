/** The startup output and startup errors are in Vietnamese if the locale of the terminal is Vietnamese. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { after, it } from 'node:test'
import { runLetan } from '../../proof/support/command.ts'
import { makeScratch } from '../../proof/support/scratch.ts'
import { startServer } from '../../proof/support/server.ts'
import { until } from '../support/until.ts'

const scratch = makeScratch()
after(scratch.remove)

const vietnamese = { LC_ALL: 'vi_VN.UTF-8', DATABASE_URL: scratch.database }

it('reports invalid settings', async () => {
  const { code, output } = await runLetan([], {
    ...vietnamese,
    PORT: '99999',
    LOG_LEVEL: 'loud',
    STAFF_MAIL: 'quay@khoilam.example',
  })
  assert.equal(code, 1)
  assert.deepEqual(output.trimEnd().split('\n'), [
    'Những thiết lập này chưa đúng:',
    '  PORT phải là một cổng từ 0 đến 65535 (0 là cổng trống bất kỳ)',
    '  LOG_LEVEL phải là debug, info, warn, error, silent',
    '  có STAFF_MAIL thì cần cả SMTP_URL',
  ])
  const file = join(scratch.folder, 'settings')
  writeFileSync(file, 'COLOUR=blue\n')
  const unknown = await runLetan([], { ...vietnamese, SETTINGS_FILE: file })
  assert.ok(unknown.output.includes(`  COLOUR trong ${file} không phải là thiết lập; xem --help\n`))
})

it('reports that a port is in use, and which setting changes it', async () => {
  const holder = createServer().listen(0, '127.0.0.1')
  await once(holder, 'listening')
  const { port } = holder.address() as AddressInfo
  const usedPort = { HOST: '127.0.0.1', PORT: String(port), LOG_LEVEL: 'silent' }
  const { code, output } = await runLetan([], { ...vietnamese, ...usedPort })
  const english = await runLetan([], { ...vietnamese, ...usedPort, LC_ALL: 'C.UTF-8' })
  holder.close()
  assert.equal(code, 1)
  assert.equal(
    output,
    `Không mở được cổng ${port} ở 127.0.0.1 (đang có chương trình khác dùng, EADDRINUSE); hãy đặt PORT hoặc HOST khác.\n`,
  )
  assert.equal(
    english.output,
    `Cannot listen on 127.0.0.1 port ${port} (another program uses it, EADDRINUSE). Set PORT or HOST to another value.\n`,
  )
})

it('reports that the shop is running, and how its owner signs in', async () => {
  const server = await startServer(vietnamese)
  await until(() => server.stderrText().includes('trong 24 giờ\n'), 'the link of the owner')
  const output = server.stderrText()
  await server.kill('SIGTERM')
  assert.match(output, /^\n {2}Khói Lam đã mở cửa\.\n\n {4}http\S+ +trang của tiệm\n/)
  assert.match(
    output,
    /\/join\/[\w-]{43}\n +chủ tiệm vào bằng liên kết này, một lần, trong 24 giờ\n/,
  )
})
