/** Measures a case on each engine, in turn with the server that it is compared with. */
import { openProber, type RawResponse } from '../proof/support/prober.ts'
import type { Baselines } from './baselines.ts'
import type { Case, Encoding, Limit, SdkCapability } from './cases.ts'
import type { ShopFixture, ShopFixtures } from './fixtures.ts'
import { type ExpectedResponse, isExpected } from './load.ts'
import type { SdkDefinition } from './mcp-sdk.ts'
import { type Contender, type MeasureOptions, measure, ownPrefix, type Row } from './measure.ts'
import { createMcpRequest } from './requests.ts'

export type ComparedCase = {
  group: string
  case: string
  encoding: Encoding
  bytes: number
  limit?: Limit
  rows: Row[]
}

type CompareOptions = {
  fixtures: ShopFixtures
  baselines: Baselines
  engines: readonly string[]
  options: MeasureOptions
}

/** `undefined` if this machine has none of the engines. */
export async function compareCase(
  one: Case,
  { fixtures, baselines, engines, options }: CompareOptions,
): Promise<ComparedCase | undefined> {
  const { group, name, encoding, limit, connections = options.connections } = one
  const contenders: Contender[] = []
  let bytes = 0
  for (const engine of one.engines.filter((name) => engines.includes(name))) {
    const fixture = await fixtures.open(one.fixture, engine)
    if (!fixture) continue
    const own = contenderOf(fixture, one)
    const isFirst = contenders.length === 0
    contenders.push(own)
    if (!isFirst) continue
    const response = await sendCase(one, fixture)
    bytes = response.bytes().length
    if (one.baseline === 'node:http') contenders.push(await startNodeHttp(baselines, own, response))
    if (one.baseline === 'official SDK')
      contenders.push(await startSdk({ baselines, one, fixture, own, recorded: response }))
  }
  if (contenders.length === 0) return undefined
  const rows = await measure(contenders, expectedOf(one), { ...options, connections })
  return { group, case: name, encoding, bytes, ...(limit && { limit }), rows }
}

function contenderOf(fixture: ShopFixture, one: Case): Contender {
  const { engine, port, deskPort, cpuMs } = fixture
  const headers: Record<string, string> = {
    ...(one.encoding === 'br' && { 'accept-encoding': 'br' }),
    ...(one.listener === 'desk' && { cookie: fixture.cookie }),
  }
  const next = one.createRequests(fixture, headers)
  return {
    name: `${ownPrefix}${engine}`,
    port: one.listener === 'desk' ? deskPort : port,
    next,
    cpuMs,
  }
}

/** A compressed body cannot be checked, so there the status has to be enough. */
function expectedOf({ expectedStatus, isSuccess, encoding }: Case): ExpectedResponse {
  if (!isSuccess || encoding === 'br') return expectedStatus
  return (response) => response.status === expectedStatus && isSuccess(response)
}

/** Sends the request of a case once and checks the response. */
export async function sendCase(one: Case, fixture: ShopFixture): Promise<RawResponse> {
  const response = await sendOnce(contenderOf(fixture, one))
  if (isExpected(response, expectedOf(one))) return response
  const body = response.text().slice(0, 300)
  throw new Error(`${one.name}: expected ${one.expectedStatus}, got ${response.status}: ${body}`)
}

async function startNodeHttp(
  baselines: Baselines,
  own: Contender,
  response: RawResponse,
): Promise<Contender> {
  const baseline = await baselines.nodeHttp(response, own.next)
  const { status, bytes } = await sendOnce(baseline)
  if (status !== response.status || !bytes().equals(response.bytes())) {
    throw new Error('node:http does not send the same response.')
  }
  return baseline
}

type SdkComparison = {
  baselines: Baselines
  one: Case
  fixture: ShopFixture
  own: Contender
  recorded: RawResponse
}

async function startSdk({
  baselines,
  one,
  fixture,
  own,
  recorded,
}: SdkComparison): Promise<Contender> {
  const { capability = 'tools' } = one
  const { result } = JSON.parse(recorded.text()) as { result: object }
  const definition = () => readDefinition(fixture, capability)
  const baseline = await baselines.sdk(
    { shop: one.fixture, capability, definition, result },
    own.next,
  )
  const response = await sendOnce(baseline)
  if (response.status !== 200) {
    throw new Error(`${one.name}: the SDK responded ${response.status}: ${response.text()}`)
  }
  return baseline
}

/** What the measured server offers, without the methods that the compared one does not need. */
async function readDefinition(
  { port }: ShopFixture,
  capability: SdkCapability,
): Promise<SdkDefinition> {
  const methods = {
    tools: ['tools/list'],
    resources: ['resources/list', 'resources/templates/list'],
    prompts: ['prompts/list'],
  }[capability]
  const lists = await Promise.all(
    methods.map(async (method) => {
      const response = await sendOnce({ port, next: createMcpRequest({ method }) })
      return (JSON.parse(response.text()) as { result: SdkDefinition }).result
    }),
  )
  const { tools, resources, resourceTemplates, prompts } = Object.assign({}, ...lists)
  return { tools, resources, resourceTemplates, prompts }
}

async function sendOnce({ port, next }: Pick<Contender, 'port' | 'next'>): Promise<RawResponse> {
  const prober = openProber(port)
  try {
    return await prober.send(next())
  } finally {
    prober.close()
  }
}
