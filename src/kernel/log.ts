/** Log: JSON lines on standard output. Callers never pass text from a guest. */
export const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const

export type LogLevel = (typeof logLevels)[number]

type LogFields = Readonly<Record<string, string | number | boolean>>

export type Log = {
  debug(event: string, fields?: LogFields): void
  info(event: string, fields?: LogFields): void
  warn(event: string, fields?: LogFields): void
  error(event: string, fields?: LogFields): void
  /** Writes the buffered lines. */
  flush(): void
}

/** Lines are buffered for up to 50 ms, so that one write serves many requests. */
export function createLog(level: LogLevel, now: () => number, write = writeToStdout): Log {
  const minLevelIndex = logLevels.indexOf(level)
  const { pid } = process
  let buffer = ''
  let timer: NodeJS.Timeout | undefined

  /** Many lines have the same millisecond. */
  let [cachedMs, cachedText] = [Number.NaN, '']
  const formatTime = (milliseconds: number) => {
    if (milliseconds !== cachedMs) {
      cachedMs = milliseconds
      cachedText = new Date(milliseconds).toISOString()
    }
    return cachedText
  }

  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    if (buffer === '') return
    const lines = buffer
    buffer = ''
    write(lines)
  }

  const createLevel = (at: Exclude<LogLevel, 'silent'>) => {
    if (logLevels.indexOf(at) < minLevelIndex) return () => {}
    // The part that is always the same is not encoded again: a line is a twentieth of the cost of a cached response.
    const start = `"level":"${at}","pid":${pid},`
    return (event: string, fields?: LogFields) => {
      const rest = JSON.stringify({ event, ...fields }).slice(1)
      buffer += `{"time":"${formatTime(now())}",${start}${rest}\n`
      if (at === 'error' || buffer.length > 32_768) flush()
      else timer ??= setTimeout(flush, 50).unref()
    }
  }

  return {
    debug: createLevel('debug'),
    info: createLevel('info'),
    warn: createLevel('warn'),
    error: createLevel('error'),
    flush,
  }
}

function writeToStdout(lines: string): void {
  process.stdout.write(lines)
}
