/** Guests who send bookings and later verify the acknowledged ones. */
import type { Random } from './random.ts'
import { openDays } from './scratch.ts'
import type { ClientResponse, Server } from './server.ts'

export type Guests = {
  /** The idempotency key of a new booking, which is not sent yet. */
  newBookingKey(): string
  /** Returns `undefined` if there was no response. */
  sendBooking(server: Server, key: string): Promise<ClientResponse | undefined>
  /** The booking code, if the booking was acknowledged. */
  codeOf(key: string): string | undefined
  countAcknowledged(): number
  /** Looks up every booking since the last call and sends it again with its key. */
  verifyBookings(server: Server): Promise<void>
  /** Number of acknowledged bookings that do not exist, and of bookings that got a second code. */
  errors: { lost: number; duplicated: number }
}

/** Every idempotency key begins with it. */
export const keyPrefix = 'guest-'

const guest = { name: 'Nguyễn Thị Lan', phone: '0912345678', consent: '1' }
const starts = ['11:00', '12:30', '14:00', '17:00', '18:30', '20:00', '21:30']

/** The bookings are for two guests. */
export function createGuests(random: Random): Guests {
  const bookingBodies = new Map<string, object>()
  const codes = new Map<string, string>()
  const errors = { lost: 0, duplicated: 0 }
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
    if (before !== undefined && before !== code) errors.duplicated++
    codes.set(key, code)
  }

  const verifyBooking = async (server: Server, key: string) => {
    const code = codes.get(key)
    if (code !== undefined) {
      const { status } = await server.send('GET', `/api/booking/${code}`)
      if (status !== 200) errors.lost++
    }
    await sendBooking(server, key)
  }

  return {
    newBookingKey() {
      // A key has at least 8 characters.
      const key = `${keyPrefix}${String(count++).padStart(6, '0')}`
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
    errors,
  }
}
