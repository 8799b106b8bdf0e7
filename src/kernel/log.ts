/** JSON lines on standard output, each with its process. Nothing a guest typed is ever given to it. */

export const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const

export type LogLevel = (typeof logLevels)[number]

type Facts = Readonly<Record<string, string | number | boolean>>

export type Log = {
  debug(event: string, facts?: Facts): void
  info(event: string, facts?: Facts): void
  warn(event: string, facts?: Facts): void
  error(event: string, facts?: Facts): void
  /** Writes out what waits. */
  flush(): void
}

/** Lines wait a moment and leave together: one write serves many requests. */
export function createLog(level: LogLevel, now: () => number, write = toStandardOutput): Log {
  const least = logLevels.indexOf(level)
  const { pid } = process
  let waiting = ''
  let timer: NodeJS.Timeout | undefined

  /** Many lines share a millisecond. */
  let [moment, text] = [Number.NaN, '']
  const timeAt = (milliseconds: number) => {
    if (milliseconds !== moment) {
      moment = milliseconds
      text = new Date(milliseconds).toISOString()
    }
    return text
  }

  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    if (waiting === '') return
    const lines = waiting
    waiting = ''
    write(lines)
  }

  const tell = (at: Exclude<LogLevel, 'silent'>) => {
    if (logLevels.indexOf(at) < least) return () => {}
    return (event: string, facts?: Facts) => {
      waiting += `${JSON.stringify({ time: timeAt(now()), level: at, pid, event, ...facts })}\n`
      if (at === 'error' || waiting.length > 32_768) flush()
      else timer ??= setTimeout(flush, 50).unref()
    }
  }

  return {
    debug: tell('debug'),
    info: tell('info'),
    warn: tell('warn'),
    error: tell('error'),
    flush,
  }
}

function toStandardOutput(lines: string): void {
  process.stdout.write(lines)
}
