/**
 * R8. Guests, assistants, staff and the clock at random, against a model that knows the rules from the
 * files alone: after each command the book is as it should be, and so is its history.
 */
import type { RunFailure } from './model/run.ts'
import { countOutcomes, type RunOptions, runAll } from './model/runs.ts'
import { defineProof, formatCount } from './support/proof.ts'

export type StateMachineResult = RunOptions & {
  done: number
  refused: number
  operationsPerSecond: number
  /** Each command with how it was answered, and how often. */
  outcomeCounts: Record<string, number>
  wrong: RunFailure[]
  holds: boolean
}

/** What must have come about before anything is proved by its having gone well. */
const requiredOutcomes = [
  ...['request done', 'request taken', 'ask done', 'grant done', 'admit done', 'confirm done'],
  ...[
    'register done',
    'attend done',
    'move done',
    'move not_possible',
    'undo done',
    'undo wrong_state',
    'block done',
  ],
]

/** What comes about for certain only where much is tried. */
const requiredInLongRuns = [
  ...['decline done', 'cancel done', 'settle done', 'offer done', 'note done', 'unblock done'],
  ...['seated done', 'finished done', 'no_show done', 'close done', 'reopen done', 'expire done'],
  ...['admit not_free', 'move not_free', 'offer not_free', 'undo not_free', 'block not_free'],
  ...['confirm wrong_state', 'move changed_meanwhile', 'request time too_soon'],
  ...['ask taken', 'ask not found', 'ask code not_open'],
  ...['export done', 'erase done', 'erase still_open', 'erase here_now', 'erase paid'],
  ...['attend changed_meanwhile', 'attend wrong_state', 'correct done'],
]

export async function proveStateMachine(options: RunOptions): Promise<StateMachineResult> {
  const { outcomeCounts, wrong, operationsPerSecond } = await runAll('all', options)
  const isLongRun = options.days * options.operations > 20_000
  const missing = [...requiredOutcomes, ...(isLongRun ? requiredInLongRuns : [])].filter(
    (what) => !outcomeCounts[what],
  )
  for (const what of wrong.length === 0 ? missing : []) {
    wrong.push({ found: `${what} never came about`, again: `--seed ${options.seed}`, trace: [] })
  }
  return {
    ...options,
    done: countOutcomes(outcomeCounts, / done$/),
    refused: countOutcomes(outcomeCounts, /(?<! done)$/),
    operationsPerSecond,
    outcomeCounts,
    wrong,
    holds: wrong.length === 0,
  }
}

export const stateMachineProof = defineProof({
  id: 'R8',
  name: 'state-machine',
  tried:
    'Random commands of guests, assistants, staff and the clock against a model that knows the rules from the files alone.',
  promised:
    'No state that should not be, nothing given twice; a month’s share is what can be booked, and every change has its history and its news.',
  short: { days: 6, operations: 200, engine: 'sqlite', cores: 1 },
  long: { days: 200, operations: 2_000, engine: 'sqlite', cores: 2 },
  run: (options, seed) => proveStateMachine({ ...options, seed }),
  summarize: ({ days, operations, done, refused, wrong }) =>
    `${formatCount(days * operations)} commands in ${days} shops (${formatCount(done)} done, ${formatCount(refused)} refused): ${wrong.length} wrong`,
})
