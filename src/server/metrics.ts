/** The figures of a process, and of all that serve together with it. */
import { countWaiting } from '../domain/booking/queries.ts'
import { backlog } from '../domain/outbox/backlog.ts'
import type { HttpServer } from '../http/server.ts'
import type { Clock } from '../kernel/time.ts'
import { version } from '../kernel/version.ts'
import { watchProcess } from '../metrics/process.ts'
import { exposition, type Family, gauge, labelled, together } from '../metrics/prometheus.ts'
import { requestFamilies } from '../metrics/requests.ts'
import { storeFamilies } from '../metrics/store.ts'
import type { WriteCounts } from '../metrics/writes.ts'
import type { Store } from '../store/sql.ts'

/** What one process counted. */
export type Figures = { process: number; families: Family[] }

/** The figures of all who share the ports, and how many of them did not answer. */
export type AskCrew = (own: Promise<Figures>) => Promise<{ told: Figures[]; silent: number }>

export type Watch = {
  /** Of this process. */
  figures(): Promise<Figures>
  /** Of all, as Prometheus reads it. */
  written(): Promise<string>
  stop(): void
}

const alone: AskCrew = async (own) => ({ told: [await own], silent: 0 })

export function watch(
  parts: {
    store: Store
    now: Clock
    doors(): Readonly<Record<string, HttpServer>>
    writes: WriteCounts
  },
  askCrew: AskCrew = alone,
): Watch {
  const { store, now } = parts
  const ofProcess = watchProcess(version, now)

  const figures = async (): Promise<Figures> => {
    const doors = Object.entries(parts.doors()).map(([name, door]) => [name, door.figures()])
    const families = [
      ...ofProcess.families(),
      ...requestFamilies(Object.fromEntries(doors)),
      parts.writes.family(),
      ...(await storeFamilies(store)),
    ]
    return { process: process.pid, families }
  }

  return {
    figures,
    async written() {
      const [{ told, silent }, ofBook] = await Promise.all([
        askCrew(figures()),
        bookFamilies(store, now).catch(() => []),
      ])
      const each = told.flatMap(({ process, families }) =>
        families.map((family) => labelled(family, { process: String(process) })),
      )
      const crew = gauge('letan_processes', 'Processes by whether their figures are here.', [
        { labels: { state: 'counted' }, value: told.length },
        { labels: { state: 'silent' }, value: silent },
      ])
      return exposition([crew, ...ofBook, ...together(each)])
    },
    stop: ofProcess.stop,
  }
}

/** What is true of the book, whichever process is asked. While it is away nothing is said of it. */
async function bookFamilies({ read }: Store, now: Clock): Promise<Family[]> {
  const moment = now()
  const [news, requests] = await Promise.all([backlog(read), countWaiting(read, moment)])
  const age = news.oldest === null ? 0 : Math.max(0, moment - news.oldest) / 1000
  return [
    gauge('letan_requests_waiting', 'Requests of guests that staff have not answered.', requests),
    gauge('letan_news_waiting', 'Messages that have not reached somebody yet.', news.waiting),
    gauge('letan_news_oldest_seconds', 'How long the oldest of them has waited.', age),
    gauge('letan_messages_dead', 'Messages that are not tried any more.', news.dead),
  ]
}
