/** The metrics of a running shop, and which clients may read them. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { startCluster } from '../../proof/support/cluster.ts'
import { joinAsOwner } from '../../proof/support/desk.ts'
import { createHttpClient } from '../../proof/support/http-client.ts'
import { makeScratch, openDays, type Scratch } from '../../proof/support/scratch.ts'
import { type Server, startServer } from '../../proof/support/server.ts'
import { openStream } from '../support/event-stream.ts'
import { type MetricSample, parseMetrics, sum } from '../support/metrics.ts'
import { until } from '../support/until.ts'

const running: Server[] = []
const scratches: Scratch[] = []
after(async () => {
  for (const one of running) if (one.process.exitCode === null) await one.kill('SIGKILL')
  for (const { remove } of scratches) remove()
})

async function start(environment: Record<string, string> = {}): Promise<Server> {
  const scratch = makeScratch()
  scratches.push(scratch)
  const server = await startServer({ DATABASE_URL: scratch.database, ...environment })
  running.push(server)
  return server
}

/** On a connection of its own: with several processes, any of them may answer. */
async function requestMetrics(
  server: Server,
  headers: Record<string, string> = {},
  method = 'GET',
) {
  const { send, close } = createHttpClient(Number(new URL(server.deskUrl).port), 1)
  return send(method, '/metrics', undefined, headers).finally(close)
}

async function readMetrics(server: Server): Promise<MetricSample[]> {
  const response = await requestMetrics(server)
  assert.equal(response.status, 200, response.text)
  assert.equal(response.headers['content-type'], 'text/plain; version=0.0.4; charset=utf-8')
  return parseMetrics(response.text)
}

const [date = ''] = openDays()
const bookingBody = {
  date,
  time: '18:30',
  party_size: 2,
  name: 'Nguyễn Thị Lan',
  phone: '0912345678',
  email: 'lan@khach.example',
  consent: '1',
}

const call = (server: Server, name: string, args: object) =>
  server.send('POST', '/mcp', {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name, arguments: args },
  })

describe('metrics', async () => {
  const { database, remove } = makeScratch()
  const server = await start({
    WRITE_LIMIT: '3',
    DATABASE_URL: database,
    LOG_LEVEL: 'info',
  })
  after(remove)
  const typed = 'kwyjibo'
  const codes: string[] = []

  it('count requests by route, method and status, regardless of what clients send', async () => {
    const before = await readMetrics(server)
    await server.send('GET', '/menu')
    await server.send('GET', `/${typed}`)
    await server.send('GET', `/api/offers?q=${typed}`)
    await server.send('GET', `/api/offers/${typed}`)
    await server.send('HEAD', '/api/offers')
    await server.send('PROPFIND', `/api/${typed}`)
    await server.send('GET', '/api', undefined, {
      'user-agent': typed,
      referer: `"${typed}\n`.trim(),
    })
    await call(server, 'get_menu', {})
    await call(server, typed, {})
    const { text } = await requestMetrics(server)
    assert.doesNotMatch(text, new RegExp(typed))
    const metrics = parseMetrics(text)
    const more = (labels: Record<string, string>) =>
      sum(metrics, 'letan_http_requests_total', labels) -
      sum(before, 'letan_http_requests_total', labels)
    assert.equal(more({ listener: 'site', route: 'page', method: 'GET', status: '2xx' }), 1)
    assert.equal(more({ listener: 'site', route: 'page', method: 'GET', status: '4xx' }), 1)
    assert.equal(more({ route: '/api/offers', method: 'GET', status: '2xx' }), 1)
    assert.equal(more({ route: '/api/offers', method: 'HEAD', status: '2xx' }), 1)
    assert.equal(more({ route: '/api/offers/{id}', status: '4xx' }), 1)
    assert.equal(more({ method: 'other', status: '4xx' }), 1)
    assert.equal(more({ route: '/mcp tools/call get_menu', method: 'POST' }), 1)
    assert.equal(more({ route: '/mcp', method: 'POST' }), 1)
    assert.equal(more({ listener: 'site' }), 9)
    assert.equal(more({ listener: 'desk', route: '/metrics' }), 1)
    const took = (suffix: string, labels = {}) =>
      sum(metrics, `letan_http_request_duration_seconds_${suffix}`, {
        route: '/api/offers',
        ...labels,
      })
    assert.equal(took('count'), 2)
    assert.equal(took('bucket', { le: '+Inf' }), 2)
    assert.ok(took('bucket', { le: '0.001' }) <= took('bucket', { le: '2.5' }))
    assert.ok(took('sum') > 0 && took('sum') < 2)
  })

  it('count MCP messages whose header and body name different versions', async () => {
    const count = async () => sum(await readMetrics(server), 'letan_mcp_mixed_versions_total')
    assert.equal(await count(), 0)
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
    }
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta: meta } }
    const list = (version: string) =>
      server.send('POST', '/mcp', message, {
        'mcp-protocol-version': version,
        'mcp-method': 'tools/list',
      })
    assert.equal((await list('2025-11-25')).status, 200)
    assert.equal((await list('2026-07-28')).status, 200)
    assert.equal((await list('1999-01-01')).status, 400)
    assert.equal(await count(), 1)
  })

  it('count the results of bookings on every face', async () => {
    const book = (body: object, key: string) =>
      server.send('POST', '/api/booking', body, { 'idempotency-key': key })
    const first = await book(bookingBody, 'metrics-1')
    assert.equal(first.status, 202)
    assert.equal((await book(bookingBody, 'metrics-1')).status, 202)
    assert.equal((await book({ ...bookingBody, party_size: 'x' }, 'metrics-2')).status, 422)
    await server.send('POST', '/api/booking?dry_run=1', bookingBody)
    const guest = { phone: '0912345678', name: 'Nguyễn Thị Lan', consent: true }
    const bookingRequest = { date, time: '19:00', party_size: 2, ...guest }
    await call(server, 'request_reservation', bookingRequest)
    const third = await book({ ...bookingBody, time: '19:30' }, 'metrics-3')
    codes.push(...[first, third].map(({ text }) => JSON.parse(text).code.replaceAll('-', '')))
    assert.equal((await book({ ...bookingBody, time: '20:00' }, 'metrics-4')).status, 429)
    const metrics = await readMetrics(server)
    const writes = (labels: Record<string, string>) => sum(metrics, 'letan_writes_total', labels)
    assert.equal(writes({ face: 'api', outcome: 'accepted' }), 2)
    assert.equal(writes({ face: 'mcp', outcome: 'accepted' }), 1)
    assert.equal(writes({ face: 'api', outcome: 'replayed' }), 1)
    assert.equal(writes({ face: 'api', outcome: 'dry_run' }), 1)
    assert.equal(writes({ outcome: 'refused', problem: 'invalid-fields' }), 1)
    assert.equal(writes({ outcome: 'refused', problem: 'rate-limited' }), 1)
    assert.equal(writes({}), 7)
    assert.equal(sum(metrics, 'letan_bookings_awaiting_staff'), 3)
    assert.ok(sum(metrics, 'letan_store_write_duration_seconds_count') >= 3)
    assert.ok(sum(metrics, 'letan_store_transactions_total') >= 3)
  })

  it('describe the process, its database and its connections', async () => {
    const { pid } = server.process
    const { port } = new URL(server.deskUrl)
    const at = { DATABASE_URL: database, DESK_PORT: port }
    const cookie = await joinAsOwner(at, 'Mai')
    const stream = await openStream(`${server.deskUrl}/live`, { cookie })
    const metrics = await readMetrics(server)
    assert.equal(sum(metrics, 'letan_store_up', { process: String(pid) }), 1)
    assert.equal(sum(metrics, 'letan_event_streams', { listener: 'desk' }), 1)
    assert.ok(sum(metrics, 'letan_http_connections', { listener: 'desk' }) >= 1)
    assert.ok(sum(metrics, 'process_resident_memory_bytes') > 30e6)
    assert.ok(sum(metrics, 'letan_event_loop_lag_seconds_count') > 0)
    assert.ok(Math.abs(sum(metrics, 'process_start_time_seconds') - Date.now() / 1000) < 3600)
    assert.equal(sum(metrics, 'letan_build_info', { node: process.versions.node }), 1)
    for (const name of [
      'letan_outbox_pending',
      'letan_outbox_oldest_age_seconds',
      'letan_outbox_dead_letters',
      'letan_first_emails_last_hour',
      'letan_first_emails_deferred',
    ]) {
      assert.equal(metrics.filter((one) => one.name === name).length, 1, name)
    }
    stream.close()
    await stream.ended
    const countStreams = async () =>
      sum(await readMetrics(server), 'letan_event_streams', { listener: 'desk' })
    await until(async () => (await countStreams()) === 0, 'the end of the stream')
  })

  it('are also exported under their old names, marked as deprecated', async () => {
    const { text } = await requestMetrics(server)
    const metrics = parseMetrics(text)
    const pairs = [...text.matchAll(/^# HELP (\S+) .* \(deprecated, use (\S+)\)$/gm)]
    assert.equal(pairs.length, 13)
    for (const [, oldName = '', newName = ''] of pairs) {
      const family = (name: string) =>
        metrics.filter((one) => one.name.replace(/_(bucket|sum|count)$/, '') === name)
      assert.ok(family(newName).length > 0, newName)
      assert.deepEqual(
        family(oldName).map(({ value }) => value),
        family(newName).map(({ value }) => value),
        oldName,
      )
    }
    assert.ok(sum(metrics, 'letan_requests_total', { door: 'site' }) > 0)
    assert.equal(sum(metrics, 'letan_processes', { state: 'counted' }), 1)
  })

  it('contain no name, phone number, email address or booking code, nor does the log', async () => {
    const { text } = await requestMetrics(server)
    assert.equal(codes.length, 2)
    const log = JSON.stringify(server.log)
    for (const event of ['request', 'event dispatched'])
      assert.match(log, new RegExp(`"event":"${event}"`))
    for (const output of [text, log]) {
      assert.doesNotMatch(output, /Lan|Nguy|912345678|lan@|Mai/)
      for (const code of codes) assert.ok(!output.replaceAll('-', '').includes(code), code)
    }
  })
})

describe('access to the metrics', async () => {
  const unprotected = await start()
  const locked = await start({ METRICS_TOKEN: 'a-token-of-letters-and-4' })

  it('is not possible on the public port', async () => {
    assert.equal((await unprotected.send('GET', '/metrics')).status, 404)
    const bearer = { authorization: 'Bearer a-token-of-letters-and-4' }
    assert.equal((await locked.send('GET', '/metrics', undefined, bearer)).status, 404)
  })

  it('needs no token on the same machine, except through a proxy', async () => {
    assert.equal((await requestMetrics(unprotected)).status, 200)
    for (const headers of [
      { 'x-forwarded-for': '203.0.113.7' },
      { forwarded: 'for=203.0.113.7' },
      { 'x-real-ip': '203.0.113.7' },
      { via: '1.1 Caddy' },
    ]) {
      const response = await requestMetrics(unprotected, headers)
      assert.equal(response.status, 403)
      assert.match(
        response.text,
        /Set METRICS_TOKEN and send it as "Authorization: Bearer <token>"/,
      )
    }
  })

  it('always needs a token if the settings name a proxy', async () => {
    for (const settings of [{ TRUST_PROXY: '1' }, { DESK_URL: 'https://desk.khoilam.example' }]) {
      assert.equal((await requestMetrics(await start(settings))).status, 403)
    }
  })

  it('is rejected for a host name of another site', async () => {
    const { port } = new URL(unprotected.deskUrl)
    assert.equal((await requestMetrics(unprotected, { host: `evil.example:${port}` })).status, 403)
  })

  it('needs the token if one is set', async () => {
    const unauthorized = await requestMetrics(locked)
    assert.equal(unauthorized.status, 401)
    assert.match(String(unauthorized.headers['www-authenticate']), /^Bearer/)
    assert.match(unauthorized.text, /METRICS_TOKEN/)
    for (const authorization of ['Bearer a-token-of-letters-and-5', 'Basic a-token', 'Bearer ']) {
      assert.equal((await requestMetrics(locked, { authorization })).status, 401)
    }
    const authorization = 'Bearer a-token-of-letters-and-4'
    assert.equal((await requestMetrics(locked, { authorization })).status, 200)
    const afar = { authorization, 'x-forwarded-for': '203.0.113.7' }
    assert.equal((await requestMetrics(locked, afar)).status, 200)
    const head = await requestMetrics(locked, { authorization }, 'HEAD')
    assert.deepEqual([head.status, head.text], [200, ''])
    assert.equal((await requestMetrics(locked, { authorization }, 'POST')).status, 405)
  })
})

describe('several processes', async () => {
  const scratch = makeScratch()
  scratches.push(scratch)
  const cluster = await startCluster({ DATABASE_URL: scratch.database }, 2)
  running.push(cluster)

  it('are reported together, regardless of which one is asked', async () => {
    // One connection each, so that both processes get some.
    const requestCount = 40
    await Promise.all(
      Array.from({ length: requestCount }, () =>
        fetch(`http://127.0.0.1:${cluster.port}/api/offers`),
      ),
    )
    for (let time = 0; time < 4; time++) {
      const metrics = await readMetrics(cluster)
      assert.equal(sum(metrics, 'letan_workers', { state: 'reporting' }), 2)
      assert.equal(sum(metrics, 'letan_workers', { state: 'unresponsive' }), 0)
      assert.equal(
        sum(metrics, 'letan_http_requests_total', { route: '/api/offers' }),
        requestCount,
      )
      const processes = new Set(
        metrics.filter(({ name }) => name === 'letan_store_up').map(({ labels }) => labels.process),
      )
      assert.deepEqual([...processes].sort(), cluster.workerPids().map(String).sort())
      assert.equal(metrics.filter(({ name }) => name === 'letan_bookings_awaiting_staff').length, 1)
    }
  })

  it('are reported without one that does not respond', async () => {
    const [stuck = 0] = cluster.workerPids()
    process.kill(stuck, 'SIGSTOP')
    try {
      const metrics = await readMetrics(cluster)
      assert.equal(sum(metrics, 'letan_workers', { state: 'reporting' }), 1)
      assert.equal(sum(metrics, 'letan_workers', { state: 'unresponsive' }), 1)
    } finally {
      process.kill(stuck, 'SIGCONT')
    }
  })
})
