/** The processes that serve together: as many as wanted, whoever ends, and new ones when told to. */

import type { Log } from '../kernel/log.ts'
import { enlist, type Member } from './fork-worker.ts'

export type Crew = {
  /** Resolves when all serve; false if the very first could not. */
  start(): Promise<boolean>
  /** Puts a new process in the place of each, one after the other. */
  restart(): void
  /** Resolves when everybody has gone, and nobody's request was lost. */
  stop(): Promise<void>
}

/** Whoever has lived so long did not fail at its start. */
const steady = 5_000
const longestPause = 30_000

/** So often in a row may all of them fail, about half a minute in all. */
const mostFailures = 6

export function createCrew(processes: number, log: Log, giveUp: () => void): Crew {
  /** Who serves or is about to. */
  const crew = new Set<Member>()
  /** They, and whoever has been replaced and has not gone yet. */
  const everyone = new Set<Member>()
  let stopping = false
  let failures = 0
  let refill: NodeJS.Timeout | undefined

  const add = (): Member => {
    const member = enlist(() => inTurn(() => replace(member)))
    crew.add(member)
    everyone.add(member)
    void member.ended.then((why) => fillPlaceOf(member, why))
    return member
  }

  const fill = () => {
    refill = undefined
    while (!stopping && crew.size < processes) add()
  }

  const fillPlaceOf = (member: Member, why: string) => {
    everyone.delete(member)
    if (!crew.delete(member) || stopping) return
    log.warn('process ended', { process: member.pid, why })
    if (refill === undefined) {
      failures = member.age() < steady ? failures + 1 : 0
      refill = setTimeout(fill, failures && Math.min(250 * 2 ** failures, longestPause))
    }
    if (crew.size === 0 && failures > mostFailures) giveUp()
  }

  let turn: Promise<unknown> = Promise.resolve()
  const inTurn = (work: () => Promise<unknown>) => {
    turn = turn.then(work)
  }

  /** Whoever is there goes only when somebody else serves; false if nobody else could. */
  const replace = async (member: Member): Promise<boolean> => {
    if (stopping || !crew.has(member)) return true
    if (!(await add().ready)) return false
    if (crew.delete(member)) member.order('leave')
    return true
  }

  const replaceAll = async () => {
    log.info('restarting', { processes: crew.size })
    for (const member of [...crew]) {
      if (await replace(member)) continue
      log.error('not restarted: the new process could not start, the others go on')
      return
    }
    if (!stopping) log.info('restarted', { processes: crew.size })
  }

  return {
    async start() {
      // The first alone: it brings the book up to date, and what is wrong is said once.
      if (!(await add().ready)) return false
      fill()
      await Promise.all([...crew].map(({ ready }) => ready))
      return true
    },
    restart: () => inTurn(replaceAll),
    async stop() {
      stopping = true
      clearTimeout(refill)
      const all = [...everyone]
      for (const member of all) member.order('close')
      // Whoever is told to come back on another connection must find no door that is about to close.
      await Promise.all(all.map(({ closed, ended }) => Promise.race([closed, ended])))
      for (const member of all) member.order('end')
      await Promise.all(all.map(({ ended }) => ended))
    },
  }
}
