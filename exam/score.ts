/** The result of one task, and the sums of many. */
import type { RecordedCall } from './recording-proxy.ts'
import { compareState, normalizeCode, type StoredRow } from './stored-state.ts'
import type { AnswerPart, Task } from './tasks/task.ts'

export type TaskResult = {
  trade: string
  kind: string
  locale: string
  words: string
  isStateRight: boolean
  isAnswerRight: boolean
  wrongWrites: number
  calls: number
  optimalCalls: number
  /** Tokens of all results. */
  tokens: number
  /** Results above the limit of tokens. */
  longResults: readonly string[]
  tools: readonly string[]
  answer: string
  /** What is wrong, in words. */
  faults: readonly string[]
}

/** Limits of the tokens of one result. */
const maxTokens = { usual: 600, wholeList: 1200 }

const maxExcessCalls = 2

type Run = {
  before: readonly StoredRow[]
  after: readonly StoredRow[]
  calls: readonly RecordedCall[]
  answer: string
}

export function scoreTask(task: Task, { before, after, calls, answer }: Run): TaskResult {
  const { missing, wrong, right } = compareState(before, after, task.expected.writes)
  const codes = right.map(({ columns }) => normalizeCode(columns.code))
  const wrongParts = task.expected.answer.filter((part) => !isInAnswer(part, answer, codes))
  return {
    ...{ trade: task.trade, kind: task.kind, locale: task.locale, words: task.words },
    isStateRight: missing.length === 0 && wrong.length === 0,
    isAnswerRight: wrongParts.length === 0,
    wrongWrites: wrong.length,
    calls: calls.length,
    optimalCalls: task.optimalCalls,
    tokens: calls.reduce((sum, { tokens }) => sum + tokens, 0),
    longResults: calls
      .filter(({ tokens, isWholeList }) => tokens > maxTokens[isWholeList ? 'wholeList' : 'usual'])
      .map(({ tool, tokens }) => `${tool}: ${tokens} tokens`),
    tools: calls.map(({ tool, isError }) => (isError ? `${tool} (error)` : tool)),
    answer,
    faults: [
      ...missing.map((write) => `not stored: ${JSON.stringify(write)}`),
      ...wrong.map(({ table, columns }) => `wrong write: ${table} ${JSON.stringify(columns)}`),
      ...wrongParts.map((part) => `not in the answer: ${JSON.stringify(part)}`),
    ],
  }
}

function isInAnswer(part: AnswerPart, answer: string, codes: readonly string[]): boolean {
  if ('code' in part) return codes.every((code) => normalizeCode(answer).includes(code))
  const folded = foldText(answer).replaceAll(foldText(part.without ?? ''), '')
  const has = (text: string) => folded.includes(foldText(text))
  return 'anyOf' in part ? part.anyOf.some(has) : !part.noneOf.some(has)
}

function foldText(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\s\u00a0\u202f]+/g, ' ')
}

function excessCallsOf({ calls, optimalCalls }: TaskResult): number {
  return Math.max(0, calls - optimalCalls)
}

export type Summary = {
  tasks: number
  rightStates: number
  rightAnswers: number
  wrongWrites: number
  meanExcessCalls: number
  maxExcessCalls: number
  meanTokens: number
  longResults: number
}

export function summarize(results: readonly TaskResult[]): Summary {
  const mean = (values: readonly number[]) =>
    values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
  const excess = results.map(excessCallsOf)
  return {
    tasks: results.length,
    rightStates: results.filter(({ isStateRight }) => isStateRight).length,
    rightAnswers: results.filter(({ isAnswerRight }) => isAnswerRight).length,
    wrongWrites: results.reduce((sum, { wrongWrites }) => sum + wrongWrites, 0),
    meanExcessCalls: mean(excess),
    maxExcessCalls: Math.max(0, ...excess),
    meanTokens: mean(results.map(({ tokens }) => tokens)),
    longResults: results.reduce((sum, { longResults }) => sum + longResults.length, 0),
  }
}

/** Whether a task was done right, with few calls. */
export function isPassed(result: TaskResult): boolean {
  const { isStateRight, isAnswerRight } = result
  return isStateRight && isAnswerRight && excessCallsOf(result) <= maxExcessCalls
}
