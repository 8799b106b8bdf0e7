/** Guests who ask for tables without pause and remember what they were told, to hold us to it. */
import type { Random } from './random.ts'
import { openDays } from './scratch.ts'
import type { Answer, Server } from './server.ts'

export type Guests = {
  /** The key of a wish that nobody has sent yet. */
  newWish(): string
  /** Sends it; nothing if there was no answer. */
  ask(server: Server, key: string): Promise<Answer | undefined>
  /** What he was told, if he was. */
  codeOf(key: string): string | undefined
  /** How many were told a code. */
  told(): number
  /** Whoever asked since the last time looks his booking up, and asks once more with his key. */
  holdTo(server: Server): Promise<void>
  /** How many found nothing under their code, and how many got a second one. */
  found: { lost: number; doubled: number }
}

const guest = { name: 'Nguyễn Thị Lan', phone: '0912345678', consent: '1' }
const starts = ['11:00', '12:30', '14:00', '17:00', '18:30', '20:00', '21:30']

/** They fit into a restaurant of tables for two. */
export function createGuests(random: Random): Guests {
  const wishes = new Map<string, object>()
  const codes = new Map<string, string>()
  const found = { lost: 0, doubled: 0 }
  const days = openDays()
  let unproved = new Set<string>()
  let count = 0

  const ask: Guests['ask'] = async (server, key) => {
    unproved.add(key)
    const answer = await server
      .send('POST', '/api/booking', wishes.get(key), { 'idempotency-key': key })
      .catch(() => undefined)
    if (answer?.status === 202) note(key, answer)
    else if (answer?.status === 409) unproved.delete(key)
    return answer
  }

  const note = (key: string, { text }: Answer) => {
    const { code } = JSON.parse(text) as { code: string }
    const before = codes.get(key)
    if (before !== undefined && before !== code) found.doubled++
    codes.set(key, code)
  }

  const proveOne = async (server: Server, key: string) => {
    const code = codes.get(key)
    if (code !== undefined) {
      const { status } = await server.send('GET', `/api/booking/${code}`)
      if (status !== 200) found.lost++
    }
    await ask(server, key)
  }

  return {
    newWish() {
      // No shorter than a key may be.
      const key = `guest-${String(count++).padStart(6, '0')}`
      wishes.set(key, {
        ...guest,
        date: random.pick(days),
        time: random.pick(starts),
        party_size: 2,
      })
      return key
    },
    ask,
    codeOf: (key) => codes.get(key),
    told: () => codes.size,
    async holdTo(server) {
      await Promise.all([...unproved].map((key) => proveOne(server, key)))
      unproved = new Set()
    },
    found,
  }
}
