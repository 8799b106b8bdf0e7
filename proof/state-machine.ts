/**
 * R8. Random commands of guests, assistants, staff and the clock, compared with a model that derives the rules from the
 * content files: after each command the database and its history match the model.
 */
import type { RunFailure } from './model/run.ts'
import { countOutcomes, type RunOptions, runAll } from './model/runs.ts'
import { defineProof, formatCount, type ReportProgress } from './support/proof.ts'

type StateMachineResult = RunOptions & {
  done: number
  rejected: number
  operationsPerSecond: number
  /** Number of commands by command and outcome. */
  outcomeCounts: Record<string, number>
  wrong: RunFailure[]
  holds: boolean
}

/** Outcomes that have to occur; without them the run proves nothing. */
const requiredOutcomes = [
  ...[
    'request done',
    'request taken',
    'request_change done',
    'grant done',
    'walk_in done',
    'confirm done',
  ],
  ...['move done', 'move not_possible', 'undo done', 'undo wrong_state', 'block done'],
]

/** Outcomes that are certain to occur only in a long run. */
const requiredInLongRuns = [
  ...['decline done', 'cancel done', 'settle done', 'offer done', 'note done', 'unblock done'],
  ...['seated done', 'finished done', 'no_show done', 'close done', 'reopen done', 'expire done'],
  ...['walk_in not_free', 'move not_free', 'offer not_free', 'undo not_free', 'block not_free'],
  ...['confirm wrong_state', 'move changed_meanwhile', 'request time too_soon'],
  ...['request_change taken', 'request_change not found', 'request_change code not_open'],
  ...['export done', 'erase done', 'erase still_open', 'erase here_now', 'erase paid'],
  ...['move of a late party done', 'move of a late party not_free'],
  ...['move on a closed day done', 'undo on a closed day done'],
  ...['delayed done', 'delayed wrong_state', 'stay done', 'stay not_free', 'change_offer done'],
  ...['change_offer not_possible', 'sit_down done', 'sit_down not_free', 'extra_place done'],
  ...['away done', 'back done', 'accept done', 'shift done', 'swap done'],
  ...['register_data_request done', 'handle_data_request done'],
  ...['handle_data_request changed_meanwhile', 'handle_data_request wrong_state', 'correct done'],
  ...['join done', 'join available', 'join not_possible', 'join_again duplicate'],
  ...['offer_place done', 'accept_place done', 'accept_place wrong_state', 'decline_place done'],
  ...['withdraw_place done', 'leave done', 'put_back done', 'repeat duplicate'],
]

async function proveStateMachine(
  options: RunOptions,
  report: ReportProgress,
): Promise<StateMachineResult> {
  const { outcomeCounts, wrong, operationsPerSecond } = await runAll('all', options, report)
  const isLongRun = options.days * options.operations > 20_000
  const missing = [...requiredOutcomes, ...(isLongRun ? requiredInLongRuns : [])].filter(
    (what) => !outcomeCounts[what],
  )
  for (const what of wrong.length === 0 ? missing : []) {
    wrong.push({
      mismatch: `${what} never occurred`,
      options: `--seed ${options.seed}`,
      commands: [],
    })
  }
  return {
    ...options,
    done: countOutcomes(outcomeCounts, / done$/),
    rejected: countOutcomes(outcomeCounts, /(?<! done)$/),
    operationsPerSecond,
    outcomeCounts,
    wrong,
    holds: wrong.length === 0,
  }
}

export const stateMachineProof = defineProof({
  id: 'R8',
  name: 'state-machine',
  scenario:
    'Random commands of guests, assistants, staff and the clock, compared with a model that ' +
    'derives the rules from the content files.',
  guarantee:
    'No invalid state and no double booking; the availability of a month is what can be ' +
    'booked, and every change has its history and its event.',
  short: { days: 6, operations: 200, engine: 'sqlite', cores: 1 },
  long: { days: 200, operations: 2_000, engine: 'sqlite', cores: 2 },
  run: (options, seed, report) => proveStateMachine({ ...options, seed }, report),
  summarize: ({ days, operations, done, rejected, wrong }) =>
    [
      `${formatCount(days * operations)} commands in ${days} shops (${formatCount(done)} done`,
      `${formatCount(rejected)} rejected): ${wrong.length} errors`,
    ].join(', '),
})
