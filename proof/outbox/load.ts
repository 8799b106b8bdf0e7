/** Guests who book and change their minds, and staff who answer them, for as long as it lasts. */
import { setTimeout as pause } from 'node:timers/promises'
import { colleague } from '../../test/support/desk.ts'
import type { Random } from '../support/random.ts'
import { openDays } from '../support/scratch.ts'
import type { Server } from '../support/server.ts'

export type Load = {
  /** What was acknowledged of each booking, in the words of the news. */
  acknowledged: Map<string, string[]>
  /** Called with the next request that is acknowledged, once. */
  onNext(act: () => void): void
  stop(): Promise<void>
}

/** The processes change: whoever is killed is replaced. */
export type Processes = { alive: Server[] }

const starts = ['11:00', '12:30', '14:00', '17:00', '18:30', '20:00', '21:30']

/** What may follow a request, in this order; each with its news. */
const later = ['change_requested', 'confirmed', 'noted', 'cancelled'] as const

type Later = (typeof later)[number]

export function startLoad(
  processes: Processes,
  cookie: string,
  writers: number,
  random: Random,
): Load {
  const acknowledged = new Map<string, string[]>()
  const days = openDays()
  let running = true
  let next: (() => void) | undefined

  const one = () => random.pick(processes.alive)

  const request = async (): Promise<string | undefined> => {
    const body = {
      ...guest,
      date: random.pick(days),
      time: random.pick(starts),
      party_size: 2,
    }
    const answer = await one().send('POST', '/api/booking', body)
    return answer.status === 202 ? (JSON.parse(answer.text) as { code: string }).code : undefined
  }

  /** Whether it was acknowledged; the version is the one that follows from what was before. */
  const follow = async (code: string, what: Later, version: number): Promise<boolean> => {
    if (what === 'change_requested') {
      const wish = { kind: 'cancel', phone_last4: '5678', consent: '1' }
      return (await one().send('POST', `/api/booking/${code}/change`, wish)).status === 202
    }
    const act = { confirmed: 'confirm', noted: 'note', cancelled: 'cancel' }[what]
    const fields = { version: String(version), own: 'Kín chỗ', note: 'khách quen' }
    const answer = await colleague(one(), 'Mai', cookie).post(`/bookings/${code}/${act}`, fields)
    await answer.text()
    return answer.status === 303
  }

  const writer = async () => {
    while (running) {
      try {
        const code = await request()
        if (code === undefined) continue
        const happened = ['booking.requested']
        acknowledged.set(code, happened)
        next?.()
        next = undefined
        for (const what of later.filter(() => random.below(2) === 0)) {
          await pause(random.below(300))
          if (!running || !(await follow(code, what, happened.length))) break
          happened.push(`booking.${what}`)
        }
      } catch {
        // Whoever was answering was killed.
        await pause(50)
      }
      await pause(random.below(300))
    }
  }
  const all = Array.from({ length: writers }, writer)

  return {
    acknowledged,
    onNext(act) {
      next = act
    },
    async stop() {
      running = false
      await Promise.all(all)
    },
  }
}

const guest = {
  name: 'Nguyễn Thị Lan',
  phone: '0912345678',
  email: 'lan@guest.example',
  consent: '1',
}
