/** Sends all inputs to one shop and collects the failures. */
import { incrementCount } from '../support/count-by.ts'
import { megabytesOf } from '../support/memory.ts'
import { createResponseCheck } from './checks.ts'
import { createHarvester } from './harvest.ts'
import type { FuzzInput } from './input.ts'
import { createInputs } from './input-sequence.ts'
import { createLogWatcher } from './log-watch.ts'
import { createPlaceholderElicitations } from './mcp-inputs.ts'
import { openRawClient, sendBytes } from './raw-client.ts'
import type { ParsedResponse } from './response-reader.ts'
import { type FuzzTarget, openFuzzTarget } from './target.ts'

type FuzzShopOptions = {
  name: string
  trade: string
  /** Content folder, which may be changed. */
  content: string
  database: string
  inputs: number
  connections: number
  only: number
  seed: number
  /** Called a hundred times with the number of inputs that were sent. */
  onSample(sent: number): void
}

type FuzzFailure = {
  wrong: string
  request: string
  response: string
  repeat: string
  /** The number of the previous input on the same connection. */
  after: number
}

export type FuzzShopResult = {
  sent: number
  seconds: number
  routes: number
  statuses: Record<string, number>
  /** Operations and tools that accepted no input. */
  neverAccepted: string[]
  slowest: { milliseconds: number; input: number; route: string }
  /** A hundred samples of the memory of the process. */
  megabytes: number[]
  /** Up to a hundred samples of the memory of its objects. */
  heapMegabytes: number[]
  signInCount: number
  logged: string[]
  failures: number
  firstFailures: FuzzFailure[]
}

const maxShownFailures = 30

/** Each sample is a request of its own, with a garbage collection. */
const minHeapSampleInterval = 50

export async function fuzzShop(options: FuzzShopOptions): Promise<FuzzShopResult> {
  const { name, seed, only } = options
  const fuzzTarget = await openFuzzTarget(options)
  const { server, ports } = fuzzTarget
  const elicitations = createPlaceholderElicitations(fuzzTarget)
  const inputOf = createInputs(fuzzTarget, elicitations, seed)
  const checkResponse = createResponseCheck(fuzzTarget)
  const harvest = createHarvester(fuzzTarget, elicitations)
  const log = createLogWatcher()
  const routes = new Set<string>()
  const accepted = new Set<string>()
  const result: FuzzShopResult = {
    sent: 0,
    seconds: 0,
    routes: 0,
    statuses: {},
    neverAccepted: [],
    slowest: { milliseconds: 0, input: 0, route: '' },
    megabytes: [],
    heapMegabytes: [],
    signInCount: 0,
    logged: [],
    failures: 0,
    firstFailures: [],
  }

  const recordFailure = (
    inputNumber: number,
    input: FuzzInput,
    wrong: string,
    response = '',
    after = 0,
  ) => {
    result.failures++
    if (result.firstFailures.length >= maxShownFailures) return
    result.firstFailures.push({
      wrong: wrong.slice(0, 600),
      request: input.bytes.subarray(0, 1_200).toString('latin1'),
      response: response.slice(0, 600),
      repeat: `npm run prove -- R9 --seed ${seed} --shops ${name} --only ${inputNumber}`,
      after,
    })
  }

  const checkAndHarvest = (inputNumber: number, input: FuzzInput, response: ParsedResponse) => {
    incrementCount(result.statuses, response.status)
    const wrong = checkResponse(input, response)
    if (wrong !== undefined) recordFailure(inputNumber, input, wrong, response.text)
    else if (!input.pieces) harvest(input, response)
    if (response.status < 300 && !/"(error|isError)":/.test(response.text))
      accepted.add(input.route)
  }

  const sendRaw = async (inputNumber: number, input: FuzzInput) => {
    const { responses, closed, error } = await sendBytes(
      ports[input.listener],
      input.pieces ?? [],
      input.disconnectsEarly,
    )
    if (error !== undefined || !closed)
      recordFailure(inputNumber, input, error ?? 'the connection is never closed')
    for (const response of responses) checkAndHarvest(inputNumber, input, response)
  }

  let signingIn: Promise<void> | undefined
  const signInAgain = () => {
    signingIn ??= fuzzTarget.signIn().finally(() => {
      signingIn = undefined
      result.signInCount++
    })
    return signingIn
  }

  let next = only > 0 ? only : 1
  const last = only > 0 ? only : options.inputs
  const recordSample = () => {
    result.megabytes.push(megabytesOf(server.process.pid))
    log.read(fuzzTarget.takeOutput())
    options.onSample(result.sent)
  }
  const heapSampleInterval = Math.max(minHeapSampleInterval, Math.ceil(options.inputs / 100))

  const work = async () => {
    const clients = { site: openRawClient(ports.site), desk: openRawClient(ports.desk) }
    const before = { site: 0, desk: 0 }
    while (next <= last && server.process.exitCode === null) {
      const inputNumber = next++
      if (inputNumber % Math.ceil(options.inputs / 100) === 0) recordSample()
      if (inputNumber % heapSampleInterval === 0)
        result.heapMegabytes.push(await fuzzTarget.readHeapMegabytes())
      const input = inputOf(inputNumber)
      routes.add(input.route)
      result.sent++
      if (input.pieces) {
        await sendRaw(inputNumber, input)
        continue
      }
      const exchange = await clients[input.listener].send(input.bytes, input.method)
      if (only > 0) printExchange(input, exchange)
      if ('error' in exchange) {
        const isExpectedClose = input.broken && exchange.error === 'closed without a response'
        if (!isExpectedClose)
          recordFailure(inputNumber, input, exchange.error, '', before[input.listener])
        continue
      }
      before[input.listener] = inputNumber
      if (exchange.milliseconds > result.slowest.milliseconds) {
        const milliseconds = Math.round(exchange.milliseconds)
        result.slowest = { milliseconds, input: inputNumber, route: input.route }
      }
      checkAndHarvest(inputNumber, input, exchange.response)
      const { location = '' } = exchange.response.headers
      // After ten minutes, privileged pages redirect to the confirmation of the sign-in.
      if (input.signedIn && /^\/(sign-in|confirm)/.test(location)) await signInAgain()
    }
    for (const client of Object.values(clients)) client.close()
  }

  try {
    const began = performance.now()
    await Promise.all(Array.from({ length: options.connections }, work))
    result.seconds = Math.round(performance.now() - began) / 1000
    const wrong = await checkStillServing(fuzzTarget)
    if (wrong !== undefined) result.logged.push(wrong)
    log.read(`${fuzzTarget.takeOutput()}\n`)
    result.logged.push(...log.findings())
    result.routes = routes.size
    result.neverAccepted = operationsOf(fuzzTarget).filter((route) => !accepted.has(route))
    return result
  } finally {
    await server.kill('SIGTERM')
  }
}

function operationsOf({ document, listing }: FuzzTarget): string[] {
  return [
    ...Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => `api ${operationId}`),
    ),
    ...listing.tools.map(({ name }) => `mcp tools/call ${name}`),
  ]
}

/** Checks that the shop still responds. */
async function checkStillServing({ server }: FuzzTarget): Promise<string | undefined> {
  const response = await server.send('GET', '/api/offers').catch(() => undefined)
  return response?.status === 200
    ? undefined
    : `no response any more (exit code ${server.process.exitCode})`
}

function printExchange(input: FuzzInput, exchange: object): void {
  process.stderr.write(
    `${input.bytes.toString('latin1')}\n\n${JSON.stringify(exchange, undefined, 1)}\n`,
  )
}
