/** A newer version replaces the program and keeps the data; the way back is the backup from before (docs/upgrading.md). */
import assert from 'node:assert/strict'
import { cpSync, mkdirSync, readdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, it } from 'node:test'
import { makeScratch } from '../../proof/support/scratch.ts'
import { freePorts } from '../../proof/support/server.ts'
import { run } from '../support/installed.ts'
import { startProgram } from '../support/program.ts'

const root = join(import.meta.dirname, '../..')
const scratch = makeScratch()
after(scratch.remove)

const data = join(scratch.folder, 'data')
const database = join(data, 'restaurant.sqlite')

/** A copy of the program as a release has it; a newer one has one more migration. */
function release(name: string, migrations: Readonly<Record<string, string>>): string {
  const folder = join(scratch.folder, name)
  for (const part of ['bin', 'src', 'content', 'package.json'])
    cpSync(join(root, part), join(folder, part), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  for (const [file, text] of Object.entries(migrations))
    writeFileSync(join(folder, 'src/store/migrations', file), text)
  return join(folder, 'bin/letan.js')
}

const environment = { PATH: process.env.PATH ?? '', LC_ALL: 'C.UTF-8', LOG_LEVEL: 'error' }

async function command(program: string, ...args: string[]): Promise<string> {
  const options = { cwd: scratch.folder, env: environment }
  const { stdout } = await run(process.execPath, [program, ...args, '--shop', 'my-shop'], options)
  return stdout
}

async function start(program: string) {
  const [port = 0, deskPort = 0] = await freePorts(2)
  const ports = { HOST: '127.0.0.1', PORT: String(port), DESK_PORT: String(deskPort) }
  const shop = await startProgram(process.execPath, [program, 'start', 'my-shop'], {
    cwd: scratch.folder,
    env: { ...environment, ...ports },
  })
  const api = `http://127.0.0.1:${port}/api`
  return { ...shop, api }
}

async function requestCallback(api: string, phone: string): Promise<void> {
  const body = JSON.stringify({ name: 'Lan', phone, consent: '1' })
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${api}/lead`, { method: 'POST', headers, body })
  assert.ok(answer.ok, await answer.text())
}

it('an upgrade keeps the data, and a roll back restores the backup from before', async () => {
  const old = release('old', {})
  const newer = release('newer', { '9999-next.sql': 'CREATE TABLE next_release (id TEXT);\n' })
  await run(process.execPath, [old, 'init', 'restaurant', 'my-shop'], {
    cwd: scratch.folder,
    env: environment,
  })
  const before = await start(old)
  await requestCallback(before.api, '0912 345 678')
  const backup = await command(old, 'backup', 'before-upgrade.sqlite')
  assert.match(backup, /before-upgrade\.sqlite: /)
  assert.equal(await before.end('SIGTERM'), 0, before.output())

  const after = await start(newer)
  assert.match(await command(newer, 'guest', 'export', '0912345678'), /"Lan"/)
  await requestCallback(after.api, '0912 345 679')
  assert.equal(await after.end('SIGTERM'), 0, after.output())
  assert.match(await command(newer, 'verify'), /^No problems found/)

  await assert.rejects(command(old, 'staff'), /was written by a newer version \(9999-next\.sql\)/)
  await assert.rejects(command(old, 'restore', 'before-upgrade.sqlite'), /There already is a/)
  mkdirSync(join(scratch.folder, 'newer-data'))
  for (const file of readdirSync(data).filter((name) => name.startsWith('restaurant.sqlite')))
    renameSync(join(data, file), join(scratch.folder, 'newer-data', file))
  assert.ok((await command(old, 'restore', 'before-upgrade.sqlite')).startsWith(database))
  const back = await start(old)
  assert.match(await command(old, 'guest', 'export', '0912345678'), /"Lan"/)
  await assert.rejects(command(old, 'guest', 'export', '0912345679'), /Nothing is stored/)
  assert.equal(await back.end('SIGTERM'), 0, back.output())
})

it('a version without a migration starts on the database of the other one', async () => {
  const folder = join(scratch.folder, 'same')
  mkdirSync(folder)
  const [one, other] = [release('one', {}), release('other', {})]
  const env = { ...environment, DATABASE_URL: join(folder, 'book.sqlite') }
  const staff = (program: string) =>
    run(process.execPath, [program, 'staff', 'link'], { cwd: folder, env })
  await staff(one)
  await staff(other)
  assert.match((await staff(one)).stdout, /\nDatabase: /)
})
