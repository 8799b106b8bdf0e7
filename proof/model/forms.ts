/** The desk's own forms, as a browser sends them, and what their pages answer. */
import { obstacleWords } from '../../src/kernel/action-errors.ts'
import { noticeOf } from '../../test/support/screen.ts'
import type { Answer } from '../support/http-client.ts'
import { Wrong } from './allowed-resources.ts'
import type { Guest } from './guest-fixtures.ts'
import type { Time } from './guest-rules.ts'
import type { Stage } from './setup.ts'
import type { Booked, Refusal } from './shop-model.ts'
import type { Block, Meant } from './staff-rules.ts'
import { clockOf, type Wish } from './trade.ts'

type Entry = Time & { wish: Wish; resource: string | undefined; guest: Guest }

export function createForms({ atDesk }: Stage) {
  const post = async (path: string, fields: Record<string, string | number | undefined>) => {
    const given = Object.entries(fields).filter(([, value]) => value !== undefined)
    const answer = await atDesk(path, Object.fromEntries(given.map(([n, v]) => [n, String(v)])))
    return { answer, refusal: refusalIn(answer) }
  }
  const done = async (path: string, fields: Record<string, string | number | undefined>) =>
    (await post(path, fields)).refusal

  return {
    act: (one: Booked, version: number, meant: Meant) =>
      done(`/bookings/${one.code}/${addressOf(meant)}`, { version, ...fieldsOf(one, meant) }),

    async admit({ wish, date, at, resource, guest }: Entry, keep: (code: string) => void) {
      const { party_size, offerId, ...rest } = wish
      const own = Object.entries(rest).map(([name, value]) => [`field.${name}`, value])
      const { answer, refusal } = await post('/entry', {
        date,
        time: clockOf(at),
        party: party_size,
        offerId,
        ...Object.fromEntries(own),
        resource,
        ...guest,
      })
      if (!refusal) keep(/of=([\w-]+)/.exec(String(answer.headers.location))?.[1] ?? '')
      return refusal
    },

    block: ({ resources: [resource], date, at, minutes }: Block) =>
      done('/closed/block', {
        resource,
        date,
        from: clockOf(at),
        to: clockOf((at + minutes) % 1440),
        reason: 'sơn lại',
      }),
    unblock: (id: string) => done('/closed/unblock', { id }),
    close: (date: string) => done('/closed/close', { date, reason: 'Mất điện.' }),
    reopen: (date: string) => done('/closed/open', { date }),
  }
}

function addressOf(meant: Meant): string {
  return meant.act === 'deposit' ? `deposit_${meant.state}` : meant.act
}

function fieldsOf(one: Booked, meant: Meant): Record<string, string | number | undefined> {
  switch (meant.act) {
    case 'decline':
    case 'cancel':
      return { own: 'kín chỗ' }
    case 'deposit':
      return { amount: meant.amount }
    case 'correct':
      return { name: meant.name, phone: meant.phone }
    case 'note':
      return { note: 'khách quen' }
    case 'offer':
      return { times: meant.times.map(({ date, at }) => `${date} ${clockOf(at)}`).join(', ') }
    case 'move': {
      const { date = one.date, at = one.at, resource, party, confirm } = meant
      return { date, time: clockOf(at), resource, party, agreed: confirm ? '1' : undefined }
    }
    default:
      return {}
  }
}

/** In the word of the desk, by what its page says of it. */
function refusalIn({ status, text }: Answer): Refusal | undefined {
  if (status === 303) return undefined
  const notice = noticeOf(text)
  const found = Object.entries(obstacleWords).find(([, words]) => notice.includes(words.vi))
  if (status !== 409 || notice === '') {
    throw new Wrong(`the form was answered ${status}: ${notice}`)
  }
  // Only what is not possible is told in other words each time: which day, which hours, how many.
  return { refused: found?.[0] ?? 'not_possible' }
}
