import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createLog } from './log.ts'

it('writes each event as a line of JSON, with or without fields', () => {
  const lines: string[] = []
  const log = createLog(
    'info',
    () => Date.UTC(2026, 10, 20),
    (text) => lines.push(text),
  )
  log.debug('below the level')
  log.info('started', { port: 3000, isReady: true, route: '/"quoted"\n' })
  log.warn('stopping')
  log.request({ request: 'an-id', method: 'GET', route: '/api/offers/{id}', status: 200 })
  log.error('nothing known', {})
  const base = { time: '2026-11-20T00:00:00.000Z', pid: process.pid }
  assert.equal(lines.length, 1, 'an error is written with the lines before it')
  assert.deepEqual(
    lines
      .join('')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
    [
      { ...base, level: 'info', event: 'started', port: 3000, isReady: true, route: '/"quoted"\n' },
      { ...base, level: 'warn', event: 'stopping' },
      {
        ...base,
        level: 'info',
        event: 'request',
        request: 'an-id',
        method: 'GET',
        route: '/api/offers/{id}',
        status: 200,
      },
      { ...base, level: 'error', event: 'nothing known' },
    ],
  )
})
