/** TLS to PostgreSQL follows the connection URL, and invalid URLs get a clear error message. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'
import pg from 'pg'
import { freePort } from '../../proof/support/server.ts'
import { openShop } from '../../src/server/open-shop.ts'
import { haveOpenssl, makeAuthority } from '../support/certificates.ts'
import { type Server, startPostgres } from '../support/postgres.ts'

/** Every character with a meaning in a URL, and some Vietnamese letters. */
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

/** Whether the server reports the connection as encrypted. */
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

describe('a PostgreSQL URL', { skip }, () => {
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

  it('may have another host name if only the certificate authority is checked', async () => {
    const host = '127.0.0.1'
    assert.equal(await isEncrypted({ host, query: 'sslmode=verify-ca&sslrootcert=ROOT' }), true)
    assert.equal(await isEncrypted({ host, query: 'sslmode=require' }), true)
    assert.match(
      await openErrorOf({ host, query: 'sslmode=verify-full&sslrootcert=ROOT' }),
      /the certificate of the server is for another host name/,
    )
  })

  it('rejects a server with a certificate of another authority', async () => {
    const other = encodeURIComponent(makeAuthority('Another authority').file)
    for (const query of [
      `sslmode=verify-full&sslrootcert=${other}`,
      `sslmode=verify-ca&sslrootcert=${other}`,
      `sslmode=require&sslrootcert=${other}`,
      // Without a setting, Node uses its own root certificates, which do not include this one.
      'sslmode=verify-full',
      'sslmode=verify-ca',
      'sslmode=verify-full&sslrootcert=system',
    ]) {
      assert.match(
        await openErrorOf({ query }),
        /is not signed by a trusted authority.*sslrootcert/,
        query,
      )
    }
  })

  it('rejects an sslmode that allows unencrypted connections or is unknown', async () => {
    for (const mode of ['prefer', 'allow', 'no-verify', 'verify_full']) {
      const message = await openErrorOf({ query: `sslmode=${mode}` })
      assert.match(message, /use disable, require, verify-ca or verify-full\.$/)
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

  it('with an error gets a clear error message', async () => {
    const wrong: [ConnectionCase, RegExp][] = [
      [{ password: 'secret-but-wrong' }, /the user name or the password is wrong \(28P01\)/],
      [{ password: '' }, /the server requires a password, and the URL has none/],
      [{ user: 'nobody_here' }, /rejects this user.*pg_hba\.conf \(28000\)/],
      [{ user: 'only_tls' }, /rejects this user or this kind of connection/],
      [{ database: 'nowhere' }, /the database does not exist.*\(3D000\)/],
      [{ port: await freePort() }, /nothing listens at this address \(ECONNREFUSED\)/],
      [{ host: 'nowhere.invalid' }, /the host name is unknown/],
      [{ query: 'host=/no/such/folder' }, /the folder has no socket of a server/],
      [{ password: 'half%' }, /write % as %25/],
      [{ password: 'a#b' }, /in a password write @ as %40/],
    ]
    for (const [connection, expected] of wrong) {
      const message = await openErrorOf(connection)
      assert.match(message, expected)
      assert.doesNotMatch(message, /secret-but-wrong|half%|a#b/)
    }
    assert.equal(await isEncrypted({ user: 'only_tls', query: 'sslmode=require' }), true)
  })

  it('that is invalid ends the program with one line', async () => {
    const program = join(import.meta.dirname, '../../bin/letan.js')
    const connection = { query: 'sslmode=verify-full' }
    for (const args of [[], ['bookings']]) {
      const ended = await promisify(execFile)(process.execPath, [program, ...args], {
        env: { ...process.env, DATABASE_URL: addressOf(connection) },
        timeout: 120_000,
      }).catch((error: { code: number; stderr: string; stdout: string }) => error)
      assert.ok('code' in ended && ended.code === 1)
      assert.match(ended.stderr, /^Cannot open the database: [^\n]+\n$/)
      assert.ok(!ended.stderr.includes(encoded) && !ended.stderr.includes(password))
    }
  })
})

it('rejects a server without TLS if the URL requires it', { skip }, async () => {
  const server = await startPostgres()
  assert.ok(typeof server !== 'string')
  const address = `${await server.newDatabase()}&sslmode=require`
  await assert.rejects(openShop({ DATABASE_URL: address }), /the server does not support TLS/)
  await server.stop('SIGINT')
})
