/**
 * Shows what a long command is doing, how far it is and how long it will take: on a terminal as one line that is
 * rewritten, otherwise as lines at intervals. It writes to stderr, because stdout has the result.
 */
import type { Locale } from '../kernel/locale.ts'

/** A part of the work. The weights of all steps are in the same unit, for example the expected seconds. */
export type Step = { label: string; weight?: number }

/** How much of the current step is done, for example 3 of 20 rounds. */
type ReportStep = (done: number, total: number) => void

export type Progress = {
  /** Runs the work of a step; one that was not planned is added. Several steps may run at the same time. */
  run<Result>(step: Step, work: (report: ReportStep) => Result | Promise<Result>): Promise<Result>
  /** Clears the line; to be called before other output. The next change shows it again. */
  clear(): void
}

export type ProgressOptions = {
  stream: ProgressStream
  /** For TERM: a terminal that is "dumb" cannot rewrite a line. */
  environment: Readonly<Record<string, string | undefined>>
  locale?: Locale
  /** Milliseconds from any start. */
  now?: () => number
}

type ProgressStream = {
  isTTY?: boolean | undefined
  columns?: number | undefined
  write(text: string): unknown
}

/** Without a terminal: nothing at all from a quick command, because cron sends a message about each line. */
const firstPlainLineMs = 5_000
const plainLineIntervalMs = 30_000
const redrawMs = 1_000
/** A step may report thousands of times a second. */
const minRedrawMs = 100
/** An estimate from less than this share of the work would be a guess. */
const minShareForEstimate = 0.02

const clearLine = '\r\x1b[K'

export async function withProgress<Result>(
  steps: readonly Step[],
  { stream, environment, locale = 'en', now = () => performance.now() }: ProgressOptions,
  work: (progress: Progress) => Result | Promise<Result>,
): Promise<Result> {
  const canRewrite = stream.isTTY === true && environment.TERM !== 'dumb'
  const state = createState(steps, now)
  let isShown = false
  let shownAt = Number.NEGATIVE_INFINITY
  let nextPlainLineAt = now() + firstPlainLineMs

  const clear = () => {
    if (isShown) stream.write(clearLine)
    isShown = false
  }
  const show = () => {
    const line = formatLine(state.read(), locale)
    if (line === undefined) return
    if (canRewrite) {
      stream.write(`${clearLine}${cutToWidth(line, stream.columns)}`)
      isShown = true
      shownAt = now()
    } else if (now() >= nextPlainLineAt) {
      stream.write(`${line}\n`)
      nextPlainLineAt = now() + plainLineIntervalMs
    }
  }
  const timer = setInterval(show, redrawMs)
  timer.unref()
  try {
    return await work({
      clear,
      async run(step, stepWork) {
        const running = state.begin(step)
        show()
        try {
          return await stepWork((done, total) => {
            running.report(done, total)
            if (now() - shownAt >= minRedrawMs) show()
          })
        } finally {
          running.end()
        }
      },
    })
  } finally {
    clearInterval(timer)
    clear()
  }
}

type Snapshot = {
  /** Of the step that began last and is still running. */
  label: string | undefined
  detail: { done: number; total: number } | undefined
  finishedSteps: number
  totalSteps: number
  /** Share of the work that is done, from 0 to 1. */
  share: number
  remainingMs: number | undefined
}

type RunningStep = { label: string; weight: number; detail?: { done: number; total: number } }

function createState(steps: readonly Step[], now: () => number) {
  const began = now()
  const planned = new Set(steps)
  let totalWeight = steps.reduce((sum, { weight = 1 }) => sum + weight, 0)
  const running: RunningStep[] = []
  let finishedSteps = 0
  let finishedWeight = 0
  /** The last time at which the share grew, since the beginning. */
  let measuredMs = 0

  const doneWeight = () =>
    running.reduce(
      (sum, { weight, detail }) => sum + (detail ? (weight * detail.done) / detail.total : 0),
      finishedWeight,
    )
  /**
   * The pace of what is done, applied to what is not: a step that takes longer than expected does not make it
   * negative.
   */
  const estimateRemainingMs = (share: number) => {
    if (share < minShareForEstimate) return undefined
    const expected = (measuredMs * (1 - share)) / share - (now() - began - measuredMs)
    const waiting = totalWeight - finishedWeight - running.reduce((sum, one) => sum + one.weight, 0)
    return Math.max(expected, (measuredMs * Math.max(waiting, 0)) / (share * totalWeight))
  }

  return {
    begin(step: Step) {
      const { label, weight = 1 } = step
      if (!planned.has(step)) totalWeight += weight
      planned.add(step)
      const own: RunningStep = { label, weight }
      running.push(own)
      return {
        report(done: number, total: number) {
          own.detail = { done: Math.min(done, total), total }
          measuredMs = now() - began
        },
        end() {
          running.splice(running.indexOf(own), 1)
          finishedSteps++
          finishedWeight += weight
          measuredMs = now() - began
        },
      }
    },
    read(): Snapshot {
      const last = running.at(-1)
      const share = totalWeight > 0 ? Math.min(doneWeight() / totalWeight, 1) : 0
      return {
        label: last?.label,
        detail: last?.detail,
        finishedSteps,
        totalSteps: planned.size,
        share,
        remainingMs: estimateRemainingMs(share),
      }
    },
  }
}

/** "47 %  8/17  about 9 min left  R9 fuzz: 3/20". The label is last, because a narrow terminal cuts the end. */
function formatLine(snapshot: Snapshot, locale: Locale): string | undefined {
  const { label, detail, finishedSteps, totalSteps, share, remainingMs } = snapshot
  if (label === undefined) return undefined
  const percent = `${String(Math.floor(share * 100)).padStart(2)} %`
  const step = `${Math.min(finishedSteps + 1, totalSteps)}/${totalSteps}`
  const remaining = remainingMs === undefined ? [] : [formatRemaining(remainingMs, locale)]
  const doing = detail ? `${label}: ${detail.done}/${detail.total}` : label
  return [percent, step, ...remaining, doing].join('  ')
}

/** "about 40 s left", "about 9 min left", "about 1 h 20 min left" */
function formatRemaining(milliseconds: number, locale: Locale): string {
  const { hour, minute, second } = units[locale]
  const seconds = Math.max(1, Math.round(milliseconds / 1000))
  const minutes = Math.round(seconds / 60)
  const duration =
    seconds < 10
      ? `${seconds} ${second}`
      : seconds < 55
        ? `${Math.round(seconds / 5) * 5} ${second}`
        : minutes < 60
          ? `${minutes} ${minute}`
          : `${Math.floor(minutes / 60)} ${hour} ${minutes % 60} ${minute}`
  return locale === 'vi' ? `còn khoảng ${duration}` : `about ${duration} left`
}

const units: Readonly<Record<Locale, { hour: string; minute: string; second: string }>> = {
  vi: { hour: 'giờ', minute: 'phút', second: 'giây' },
  en: { hour: 'h', minute: 'min', second: 's' },
}

/** A terminal without a known size, such as one of a container, reports no columns or 0. */
const usualColumns = 80

/** One column stays free: some terminals start a new line after the last one. */
function cutToWidth(line: string, columns: number | undefined): string {
  const characters = [...line]
  const width = Math.max((columns || usualColumns) - 1, 1)
  return characters.length <= width ? line : `${characters.slice(0, width - 1).join('')}…`
}
