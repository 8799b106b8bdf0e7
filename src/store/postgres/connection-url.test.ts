/** Hosts of DATABASE_URL. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { parseConnectionUrl } from './connection-url.ts'
import { ConnectionUrlError } from './connection-url-error.ts'

const addressesOf = (url: string) => parseConnectionUrl(url).connection.servers?.addresses

it('one host needs no choice, unless target_session_attrs requires a primary', () => {
  const { connection } = parseConnectionUrl('postgres://u:p@db.example:5433/x')
  assert.deepEqual(
    [connection.host, connection.port, connection.servers],
    ['db.example', 5433, undefined],
  )
  assert.equal(addressesOf('postgres://u@db/x?target_session_attrs=any'), undefined)
  assert.deepEqual(addressesOf('postgres://u@db/x?target_session_attrs=read-write'), [
    { host: 'db' },
  ])
})

it('several hosts are read in their order, with ports and IPv6 addresses', () => {
  const url = 'postgres://u:p%40@db1.example:5433,db2.example,[::1]:5434/x?sslmode=require'
  assert.deepEqual(addressesOf(url), [
    { host: 'db1.example', port: 5433 },
    { host: 'db2.example' },
    { host: '::1', port: 5434 },
  ])
  const { connection } = parseConnectionUrl(url)
  assert.deepEqual([connection.user, connection.password, connection.database], ['u', 'p@', 'x'])
  assert.deepEqual(addressesOf('postgres://u@localhost/x?host=/run/a,/run/b&port=5433,5434'), [
    { host: '/run/a', port: 5433 },
    { host: '/run/b', port: 5434 },
  ])
  assert.deepEqual(addressesOf('postgres://u@localhost/x?host=/run/a,/run/b&port=5433'), [
    { host: '/run/a', port: 5433 },
    { host: '/run/b', port: 5433 },
  ])
})

it('an invalid list is rejected without repeating the password', () => {
  for (const [url, text] of [
    ['postgres://u:secret@a,,b/x', /must be postgres/],
    ['postgres://u:secret@a:99999999,b/x', /must be postgres/],
    ['postgres://u:secret@localhost/x?host=a,b,c&port=1,2', /different number of hosts and ports/],
    [
      'postgres://u:secret@a,b/x?target_session_attrs=standby',
      /other than read-write, primary or any/,
    ],
  ] as const) {
    assert.throws(
      () => parseConnectionUrl(url),
      (error: Error) =>
        error instanceof ConnectionUrlError &&
        text.test(error.message) &&
        !/secret/.test(error.message),
    )
  }
})
