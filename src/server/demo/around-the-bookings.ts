/** What the demo has besides bookings: guests who wait, and what staff know about the regulars. */
import { createBookingContext } from '../../domain/booking/context.ts'
import { createProfileActions } from '../../domain/profile/profile.ts'
import type { Shop } from '../../domain/trade/trade.ts'
import { createWaitlistActions } from '../../domain/waitlist/staff.ts'
import { dateAt, hour, minute, timeOf } from '../../kernel/time.ts'
import type { Store } from '../../store/sql.ts'
import { demoGuest } from './guests.ts'
import { demoDetails } from './requests.ts'

const actor = 'terminal'
const firstWaitingGuest = 300
const consent = { version: 'spoken', text: 'Khách đồng ý qua điện thoại.' }

/** Two guests who called for a time of tonight, and a party that waits at the entrance. */
export async function enterWaitingGuests(store: Store, shop: Shop, nowMs: number): Promise<void> {
  let sinceMs = nowMs
  const waitlist = createWaitlistActions(store, createBookingContext(shop), () => sinceMs)
  const [details, ...others] = demoDetails(shop)
  if (!details) return
  const enter = async (
    index: number,
    minutesAgo: number,
    wanted: Parameters<typeof waitlist.enter>[0]['wanted'],
  ) => {
    sinceMs = nowMs - minutesAgo * minute
    const { name, phone } = demoGuest(firstWaitingGuest + index)
    const guest = { name, phone, email: null }
    await waitlist.enter({ details: others[index] ?? details, guest, consent, wanted }, actor)
  }
  const date = dateAt(nowMs)
  const window = (from: number) => ({ date, from: timeOf(from), to: timeOf(from + 60) })
  await enter(0, 180, window(19 * 60))
  await enter(1, 95, window(19 * 60 + 30))
  await enter(2, 10, { quotedMinutes: 25, untilMs: nowMs + 3 * hour })
}

/** A regular with a note, and one without. */
export async function describeRegulars(
  store: Store,
  codes: readonly string[],
  nowMs: number,
): Promise<void> {
  const profiles = createProfileActions(store, () => nowMs)
  const [first, second] = codes
  const isRegular = true
  if (first) {
    await profiles.saveNote({
      ...{ reference: first, version: 0, actor },
      note: 'Thích ngồi gần cửa sổ, uống trà nóng.',
    })
    await profiles.setRegular({ reference: first, version: 1, actor, isRegular })
  }
  if (second) await profiles.setRegular({ reference: second, version: 0, actor, isRegular })
}
