/** One shop, so many inputs, and everything that was wrong with its answers. */

import { tally } from '../support/count-by.ts'
import { megabytesOf } from '../support/memory.ts'
import { createJudge } from './checks.ts'
import { createLearner } from './harvest.ts'
import type { Shot } from './input.ts'
import { createInputs } from './input-sequence.ts'
import { createLogWatch } from './log-watch.ts'
import { noQuestions } from './mcp-inputs.ts'
import { openLine, throwBytes } from './raw-client.ts'
import type { Read } from './response-reader.ts'
import { openPremises, type Premises } from './target.ts'

export type Given = {
  name: string
  variant: string
  database: string
  inputs: number
  connections: number
  only: number
  seed: number
}

type Fault = {
  wrong: string
  request: string
  answer: string
  repeat: string
  /** What was sent before it on the same connection. */
  after: number
}

export type Found = {
  sent: number
  seconds: number
  routes: number
  statuses: Record<string, number>
  /** Operations and tools that no input was good enough for. */
  neverAccepted: string[]
  slowest: { milliseconds: number; input: number; route: string }
  /** How large the process was, a hundred times. */
  megabytes: number[]
  signedInAgain: number
  logged: string[]
  faults: number
  firstFaults: Fault[]
}

const mostShown = 30

export async function tryShop(given: Given): Promise<Found> {
  const { name, seed, only } = given
  const premises = await openPremises(given.variant, given.database)
  const { server, ports } = premises
  const questions = noQuestions(premises)
  const inputOf = createInputs(premises, questions, seed)
  const judge = createJudge(premises)
  const learn = createLearner(premises, questions)
  const log = createLogWatch()
  const routes = new Set<string>()
  const accepted = new Set<string>()
  const found: Found = {
    sent: 0,
    seconds: 0,
    routes: 0,
    statuses: {},
    neverAccepted: [],
    slowest: { milliseconds: 0, input: 0, route: '' },
    megabytes: [],
    signedInAgain: 0,
    logged: [],
    faults: 0,
    firstFaults: [],
  }

  const blame = (input: number, shot: Shot, wrong: string, answer = '', after = 0) => {
    found.faults++
    if (found.firstFaults.length >= mostShown) return
    found.firstFaults.push({
      wrong: wrong.slice(0, 600),
      request: shot.bytes.subarray(0, 1_200).toString('latin1'),
      answer: answer.slice(0, 600),
      repeat: `npm run prove -- R9 --seed ${seed} --shops ${name} --only ${input}`,
      after,
    })
  }

  const consider = (input: number, shot: Shot, answer: Read) => {
    tally(found.statuses, answer.status)
    const wrong = judge(shot, answer)
    if (wrong !== undefined) blame(input, shot, wrong, answer.text)
    else if (!shot.pieces) learn(shot, answer)
    if (answer.status < 300 && !/"(error|isError)":/.test(answer.text)) accepted.add(shot.route)
  }

  const throwRaw = async (input: number, shot: Shot) => {
    const { answers, closed, fault } = await throwBytes(
      ports[shot.door],
      shot.pieces ?? [],
      shot.hangsUp,
    )
    if (fault !== undefined || !closed) blame(input, shot, fault ?? 'is never closed')
    for (const answer of answers) consider(input, shot, answer)
  }

  let comingIn: Promise<void> | undefined
  const comeIn = () => {
    comingIn ??= premises.comeIn().finally(() => {
      comingIn = undefined
      found.signedInAgain++
    })
    return comingIn
  }

  let next = only > 0 ? only : 1
  const last = only > 0 ? only : given.inputs
  const look = () => {
    found.megabytes.push(megabytesOf(server.process.pid))
    log.read(premises.said())
  }

  const work = async () => {
    const lines = { site: openLine(ports.site), desk: openLine(ports.desk) }
    const before = { site: 0, desk: 0 }
    while (next <= last && server.process.exitCode === null) {
      const input = next++
      if (input % Math.ceil(given.inputs / 100) === 0) look()
      const shot = inputOf(input)
      routes.add(shot.route)
      found.sent++
      if (shot.pieces) {
        await throwRaw(input, shot)
        continue
      }
      const heard = await lines[shot.door].ask(shot.bytes, shot.method)
      if (only > 0) show(shot, heard)
      if ('fault' in heard) {
        const hungUp = shot.broken && heard.fault === 'closed without an answer'
        if (!hungUp) blame(input, shot, heard.fault, '', before[shot.door])
        continue
      }
      before[shot.door] = input
      if (heard.milliseconds > found.slowest.milliseconds) {
        const milliseconds = Math.round(heard.milliseconds)
        found.slowest = { milliseconds, input, route: shot.route }
      }
      consider(input, shot, heard.answer)
      const { location = '' } = heard.answer.headers
      if (shot.signedIn && location.startsWith('/sign-in')) await comeIn()
    }
    for (const line of Object.values(lines)) line.close()
  }

  try {
    const began = performance.now()
    await Promise.all(Array.from({ length: given.connections }, work))
    found.seconds = Math.round(performance.now() - began) / 1000
    const wrong = await wrongAfterwards(premises)
    if (wrong !== undefined) found.logged.push(wrong)
    log.read(`${premises.said()}\n`)
    found.logged.push(...log.found())
    found.routes = routes.size
    found.neverAccepted = operationsOf(premises).filter((route) => !accepted.has(route))
    return found
  } finally {
    await server.kill('SIGTERM')
  }
}

function operationsOf({ document, listing }: Premises): string[] {
  return [
    ...Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => `api ${operationId}`),
    ),
    ...listing.tools.map(({ name }) => `mcp tools/call ${name}`),
  ]
}

/** After all of it the shop answers as before. */
async function wrongAfterwards({ server }: Premises): Promise<string | undefined> {
  const answer = await server.send('GET', '/api/offers').catch(() => undefined)
  return answer?.status === 200 ? undefined : `answers no more (exit ${server.process.exitCode})`
}

function show(shot: Shot, heard: object): void {
  process.stderr.write(
    `${shot.bytes.toString('latin1')}\n\n${JSON.stringify(heard, undefined, 1)}\n`,
  )
}
