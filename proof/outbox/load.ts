/** Bookings, change requests and staff actions in a loop. */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { createStaffClient } from '../../test/support/desk.ts'
import type { Random } from '../support/random.ts'
import { openDays } from '../support/scratch.ts'
import type { Server } from '../support/server.ts'

export type OutboxLoad = {
  /** The acknowledged events of each booking. */
  acknowledged: Map<string, string[]>
  /** Called once, with the next acknowledged booking. */
  onNext(callback: () => void): void
  stop(): Promise<void>
}

/** The current processes; a killed one is replaced. */
export type Processes = { alive: Server[] }

const starts = ['11:00', '12:30', '14:00', '17:00', '18:30', '20:00', '21:30']

/** Actions after a request, in this order; each has an event. */
const followUps = ['change_requested', 'confirmed', 'noted', 'cancelled'] as const

type FollowUp = (typeof followUps)[number]

export function startOutboxLoad(
  processes: Processes,
  cookie: string,
  writers: number,
  random: Random,
): OutboxLoad {
  const acknowledged = new Map<string, string[]>()
  const days = openDays()
  let running = true
  let next: (() => void) | undefined

  const pickServer = () => random.pick(processes.alive)

  const request = async (): Promise<string | undefined> => {
    const body = {
      ...guest,
      date: random.pick(days),
      time: random.pick(starts),
      party_size: 2,
    }
    const key = { 'idempotency-key': randomUUID() }
    const response = await pickServer().send('POST', '/api/booking', body, key)
    return response.status === 202
      ? (JSON.parse(response.text) as { code: string }).code
      : undefined
  }

  /** Returns whether the action was acknowledged. */
  const sendFollowUp = async (
    code: string,
    followUp: FollowUp,
    version: number,
  ): Promise<boolean> => {
    if (followUp === 'change_requested') {
      const changeRequest = { kind: 'cancel', phone_last4: '5678', consent: '1' }
      return (
        (await pickServer().send('POST', `/api/booking/${code}/change`, changeRequest)).status ===
        202
      )
    }
    const action = { confirmed: 'confirm', noted: 'note', cancelled: 'cancel' }[followUp]
    const fields = { version: String(version), own: 'Kín chỗ', note: 'khách quen' }
    const response = await createStaffClient(pickServer(), 'Mai', cookie).post(
      `/bookings/${code}/${action}`,
      fields,
    )
    await response.text()
    return response.status === 303
  }

  const writer = async () => {
    while (running) {
      try {
        const code = await request()
        if (code === undefined) continue
        const events = ['booking.requested']
        acknowledged.set(code, events)
        next?.()
        next = undefined
        for (const followUp of followUps.filter(() => random.below(2) === 0)) {
          await pause(random.below(300))
          if (!running || !(await sendFollowUp(code, followUp, events.length))) break
          events.push(`booking.${followUp}`)
        }
      } catch {
        // The process was killed.
        await pause(50)
      }
      await pause(random.below(300))
    }
  }
  const all = Array.from({ length: writers }, writer)

  return {
    acknowledged,
    onNext(callback) {
      next = callback
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
