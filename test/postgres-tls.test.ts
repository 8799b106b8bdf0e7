/** PostgreSQL over a network: as safe as the address says, and plain words where it will not do. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'
import pg from 'pg'
import { freePort } from '../proof/support/server.ts'
import { openShop } from '../src/server/start.ts'
import { haveOpenssl, makeAuthority } from './support/certificates.ts'
import { type Server, startPostgres } from './support/postgres.ts'

/** Every character that means something in an address, and some letters of ours. */
const password = 'p@ss:w/o?r#d%41&=+ \'"\\ầ'
const encoded = encodeURIComponent(password)

const tlsServer = haveOpenssl() ? await startServer() : 'no openssl on this machine'
const skip = typeof tlsServer === 'string' && `SKIPPED: ${tlsServer}`
if (skip) it('PostgreSQL over a network', (test) => test.skip(skip))

async function startServer() {
  const authority = makeAuthority('The right authority')
  const network = {
    ...authority.sign('localhost'),
    port: await freePort(),
    rules: [
      'hostssl all only_tls 127.0.0.1/32 scram-sha-256',
      'host all cô_ba 127.0.0.1/32 scram-sha-256',
    ],
  }
  const server = await startPostgres({ network })
  if (typeof server === 'string') return server
  return { server, port: network.port, authority, database: await makeDatabase(server) }
}

async function makeDatabase(server: Server): Promise<string> {
  const address = await server.newDatabase()
  const client = new pg.Client(address)
  await client.connect()
  for (const user of ['cô_ba', 'only_tls']) {
    await client.query(
      `CREATE ROLE "${user}" LOGIN SUPERUSER PASSWORD ${client.escapeLiteral(password)}`,
    )
  }
  await client.end()
  return new URL(address).pathname.slice(1)
}

type ConnectionCase = {
  user?: string
  password?: string
  host?: string
  database?: string
  port?: number
  query?: string
}

function addressOf(connection: ConnectionCase): string {
  assert.ok(typeof tlsServer !== 'string')
  const {
    user = 'cô_ba',
    host = 'localhost',
    database = tlsServer.database,
    port = tlsServer.port,
  } = connection
  const query = (connection.query ?? '').replace(
    'ROOT',
    encodeURIComponent(tlsServer.authority.file),
  )
  return `postgres://${encodeURIComponent(user)}:${connection.password ?? encoded}@${host}:${port}/${database}?${query}`
}

/** Whether the server itself sees the connection encrypted. */
async function isEncrypted(connection: ConnectionCase): Promise<boolean> {
  const { store } = await openShop({ DATABASE_URL: addressOf(connection) })
  const row = await store.read.get<{ ssl: number }>(
    'SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()',
  )
  await store.write((sql) => sql.run('DELETE FROM form_tokens'))
  await store.close()
  return row?.ssl === 1
}

async function openErrorOf(connection: ConnectionCase): Promise<string> {
  const error = await openShop({ DATABASE_URL: addressOf(connection) }).then(
    () => assert.fail('it was opened'),
    (reason: Error) => reason,
  )
  for (const secret of [password, encoded]) assert.ok(!error.message.includes(secret))
  return error.message
}

describe('an address of PostgreSQL', { skip }, () => {
  const encrypted: Record<string, boolean> = {
    '': false,
    'sslmode=disable': false,
    'sslmode=require': true,
    'sslmode=require&sslrootcert=ROOT': true,
    'sslmode=verify-ca&sslrootcert=ROOT': true,
    'sslmode=verify-full&sslrootcert=ROOT': true,
  }
  for (const [query, expected] of Object.entries(encrypted)) {
    it(`with "${query}" is ${expected ? '' : 'not '}encrypted`, async () => {
      assert.equal(await isEncrypted({ query }), expected)
    })
  }

  it('may have another name for the host where only the authority is checked', async () => {
    const host = '127.0.0.1'
    assert.equal(await isEncrypted({ host, query: 'sslmode=verify-ca&sslrootcert=ROOT' }), true)
    assert.equal(await isEncrypted({ host, query: 'sslmode=require' }), true)
    assert.match(
      await openErrorOf({ host, query: 'sslmode=verify-full&sslrootcert=ROOT' }),
      /the certificate of the server is for another host name/,
    )
  })

  it('lets nobody in whose authority is another', async () => {
    const other = encodeURIComponent(makeAuthority('Another authority').file)
    for (const query of [
      `sslmode=verify-full&sslrootcert=${other}`,
      `sslmode=verify-ca&sslrootcert=${other}`,
      `sslmode=require&sslrootcert=${other}`,
      // Without one, those that Node brings are asked, and none of them knows ours.
      'sslmode=verify-full',
      'sslmode=verify-ca',
      'sslmode=verify-full&sslrootcert=system',
    ]) {
      assert.match(await openErrorOf({ query }), /is signed by nobody we trust.*sslrootcert/, query)
    }
  })

  it('takes no word that may do without encryption, or that it does not know', async () => {
    for (const mode of ['prefer', 'allow', 'no-verify', 'verify_full']) {
      const message = await openErrorOf({ query: `sslmode=${mode}` })
      assert.match(message, /write disable, require, verify-ca or verify-full\.$/)
    }
    assert.match(
      await openErrorOf({ query: 'sslmod=require' }),
      /that is not .*sslmode, sslrootcert/,
    )
    assert.match(await openErrorOf({ query: 'pgbouncer=yes' }), /pgbouncer/)
    assert.match(
      await openErrorOf({ query: 'sslmode=verify-full&sslrootcert=/no/such/file' }),
      /sslrootcert \/no\/such\/file, which cannot be read \(ENOENT\)/,
    )
  })

  it('is told in plain words what is wrong with it', async () => {
    const wrong: [ConnectionCase, RegExp][] = [
      [{ password: 'secret-but-wrong' }, /the user or the password is wrong \(28P01\)/],
      [{ password: '' }, /the server asks for a password, and the address has none/],
      [{ user: 'nobody_here' }, /does not let this user in.*pg_hba\.conf \(28000\)/],
      [{ user: 'only_tls' }, /does not let this user in, or not this way/],
      [{ database: 'nowhere' }, /no such database.*\(3D000\)/],
      [{ port: await freePort() }, /nobody listens there \(ECONNREFUSED\)/],
      [{ host: 'nowhere.invalid' }, /the name of its host is not known/],
      [{ query: 'host=/no/such/folder' }, /no socket of a server in that folder/],
      [{ password: 'half%' }, /write % itself as %25/],
      [{ password: 'a#b' }, /in a password write @ as %40/],
    ]
    for (const [connection, expected] of wrong) {
      const message = await openErrorOf(connection)
      assert.match(message, expected)
      assert.doesNotMatch(message, /secret-but-wrong|half%|a#b/)
    }
    assert.equal(await isEncrypted({ user: 'only_tls', query: 'sslmode=require' }), true)
  })

  it('that will not do ends the program with one line', async () => {
    const program = join(import.meta.dirname, '../bin/letan.js')
    const connection = { query: 'sslmode=verify-full' }
    for (const args of [[], ['bookings']]) {
      const ended = await promisify(execFile)(process.execPath, [program, ...args], {
        env: { ...process.env, DATABASE_URL: addressOf(connection) },
        timeout: 30_000,
      }).catch((error: { code: number; stderr: string; stdout: string }) => error)
      assert.ok('code' in ended && ended.code === 1)
      assert.match(ended.stderr, /^Cannot open the book: [^\n]+\n$/)
      assert.ok(!ended.stderr.includes(encoded) && !ended.stderr.includes(password))
    }
  })
})

it('a server without TLS is not spoken to where the address asks for it', { skip }, async () => {
  const server = await startPostgres()
  assert.ok(typeof server !== 'string')
  const address = `${await server.newDatabase()}&sslmode=require`
  await assert.rejects(openShop({ DATABASE_URL: address }), /the server speaks no TLS/)
  await server.stop('SIGINT')
})
