import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { DatabaseSync } from 'node:sqlite'
import { describe, it } from 'node:test'
import { z } from 'zod'
import { describeError, LoggableError } from './describe-error.ts'
import { Problem } from './problem.ts'
import { UserError } from './user-error.ts'

const guestText = 'Lan 0912345678'

function errorOf(run: () => unknown): unknown {
  try {
    run()
  } catch (error) {
    return error
  }
  return assert.fail('nothing was thrown')
}

const postgresError = Object.assign(new Error(`invalid input syntax: "${guestText}"`), {
  name: 'error',
  code: '22P02',
  severity: 'ERROR',
})

describe('error in the log', () => {
  it('has its message if the operating system wrote it', async () => {
    const missing = describeError(errorOf(() => readFileSync('/nowhere/content.yaml')))
    assert.equal(missing.code, 'ENOENT')
    assert.match(
      missing.message ?? '',
      /no such file or directory, open '\/nowhere\/content\.yaml'/,
    )
    const refused = await new Promise((resolve) => connect(1, '127.0.0.1').on('error', resolve))
    assert.equal(describeError(refused).message, 'connect ECONNREFUSED 127.0.0.1:1')
  })

  it('has its message if it is one of our own without input', () => {
    assert.equal(describeError(new LoggableError('the key is taken')).message, 'the key is taken')
    assert.equal(describeError(new UserError('Set PORT.')).message, 'Set PORT.')
  })

  it('has the fixed text of a SQLite result code', () => {
    const database = new DatabaseSync(':memory:')
    const error = errorOf(() => database.exec(`SELECT "${guestText}" FROM nothing`))
    assert.match((error as Error).message, /nothing/)
    assert.equal(describeError(error).message, 'SQL logic error')
  })

  it('has no message that may quote what a guest typed', () => {
    const errors = [
      new Error(guestText),
      new Error(`x\n    at ${guestText}`),
      errorOf(() => JSON.parse(guestText)),
      errorOf(() => z.enum([guestText]).parse('x')),
      errorOf(() => Buffer.from(guestText as never, guestText as never)),
      errorOf(() => (guestText as never as { a(): void }).a()),
      new Problem('not-found', { detail: { vi: guestText, en: guestText } }),
      postgresError,
      new Error('failed', { cause: postgresError }),
      guestText,
    ]
    for (const error of errors) {
      const description = describeError(error)
      assert.equal(description.message, undefined)
      assert.ok(!JSON.stringify(description).includes(guestText), JSON.stringify(description))
    }
  })

  it('has the code and the severity of a PostgreSQL error', () => {
    const { error, code, severity } = describeError(new Error('failed', { cause: postgresError }))
    assert.deepEqual([error, code, severity], ['Error', '22P02', 'ERROR'])
  })

  it('has the message and the code of its cause', () => {
    const cause = Object.assign(new Error('write EPIPE'), { syscall: 'write', code: 'EPIPE' })
    const { error, code, message } = describeError(new Problem('internal', {}))
    assert.deepEqual([error, code, message], ['Problem', 'internal', undefined])
    const failed = describeError(new Error('failed', { cause }))
    assert.deepEqual([failed.code, failed.message], ['EPIPE', 'write EPIPE'])
  })

  it('has the place where it was thrown', () => {
    assert.match(describeError(new Error('x')).at, /describe-error\.test\.ts/)
  })
})
