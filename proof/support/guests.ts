/** Guests who ask for tables without pause and remember what they were told, to hold us to it. */
import type { Random } from './random.ts'
import { openDays } from './scratch.ts'
import type { ClientResponse, Server } from './server.ts'

export type Guests = {
  /** The key of a wish that nobody has sent yet. */
  newBookingKey(): string
  /** Sends it; nothing if there was no answer. */
  sendBooking(server: Server, key: string): Promise<ClientResponse | undefined>
  /** What he was told, if he was. */
  codeOf(key: string): string | undefined
  /** How many were told a code. */
  countAcknowledged(): number
  /** Whoever asked since the last time looks his booking up, and asks once more with his key. */
  verifyBookings(server: Server): Promise<void>
  /** How many found nothing under their code, and how many got a second one. */
  found: { lost: number; doubled: number }
}

const guest = { name: 'Nguyễn Thị Lan', phone: '0912345678', consent: '1' }
const starts = ['11:00', '12:30', '14:00', '17:00', '18:30', '20:00', '21:30']

/** They fit into a restaurant of tables for two. */
export function createGuests(random: Random): Guests {
  const bookingBodies = new Map<string, object>()
  const codes = new Map<string, string>()
  const found = { lost: 0, doubled: 0 }
  const days = openDays()
  let unverified = new Set<string>()
  let count = 0

  const sendBooking: Guests['sendBooking'] = async (server, key) => {
    unverified.add(key)
    const response = await server
      .send('POST', '/api/booking', bookingBodies.get(key), { 'idempotency-key': key })
      .catch(() => undefined)
    if (response?.status === 202) recordCode(key, response)
    else if (response?.status === 409) unverified.delete(key)
    return response
  }

  const recordCode = (key: string, { text }: ClientResponse) => {
    const { code } = JSON.parse(text) as { code: string }
    const before = codes.get(key)
    if (before !== undefined && before !== code) found.doubled++
    codes.set(key, code)
  }

  const verifyBooking = async (server: Server, key: string) => {
    const code = codes.get(key)
    if (code !== undefined) {
      const { status } = await server.send('GET', `/api/booking/${code}`)
      if (status !== 200) found.lost++
    }
    await sendBooking(server, key)
  }

  return {
    newBookingKey() {
      // No shorter than a key may be.
      const key = `guest-${String(count++).padStart(6, '0')}`
      bookingBodies.set(key, {
        ...guest,
        date: random.pick(days),
        time: random.pick(starts),
        party_size: 2,
      })
      return key
    },
    sendBooking,
    codeOf: (key) => codes.get(key),
    countAcknowledged: () => codes.size,
    async verifyBookings(server) {
      await Promise.all([...unverified].map((key) => verifyBooking(server, key)))
      unverified = new Set()
    },
    found,
  }
}
