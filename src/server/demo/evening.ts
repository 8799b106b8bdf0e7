/**
 * Fills an empty database with a lively evening: what staff entered and did in the days before, and today until now. It
 * uses the actions of the desk, with a clock that goes from action to action.
 */
import { createBookingContext } from '../../domain/booking/context.ts'
import type { DepositState } from '../../domain/booking/deposit/state.ts'
import { findBookingByCode } from '../../domain/booking/queries.ts'
import { createStaffActions, type StaffActions } from '../../domain/booking/staff-actions.ts'
import { isHealthQuestion } from '../../domain/guest/questions.ts'
import type { Answers } from '../../domain/scheduling/guest-question.ts'
import type { BookingRequestDetails } from '../../domain/scheduling/rules.ts'
import type { Shop } from '../../domain/trade/trade.ts'
import { BookingActionError } from '../../kernel/action-errors.ts'
import { addDays, dateAt, hour, minute, startOfDay, timeOf } from '../../kernel/time.ts'
import type { Store } from '../../store/sql.ts'
import { describeRegulars, enterWaitingGuests } from './around-the-bookings.ts'
import { demoGuest } from './guests.ts'
import { demoDetails } from './requests.ts'

const actor = 'terminal'

type Entered = { code: string; startsAt: number; endsAt: number; index: number }

type Evening = {
  store: Store
  shop: Shop
  desk: StaffActions
  clock: { now: number }
  nowMs: number
}

export async function enterEvening(store: Store, shop: Shop, nowMs: number): Promise<number> {
  const clock = { now: nowMs }
  const desk = createStaffActions(store, createBookingContext(shop), () => clock.now)
  const evening: Evening = { store, shop, desk, clock, nowMs }
  const today = dateAt(nowMs)
  const lastWeek = await enterDay(evening, addDays(today, -7), { count: 8, firstGuest: 0 })
  await followVisits(evening, lastWeek, { untilMs: startOfDay(today) - hour, lateCount: 0 })
  // The first guests come again: they are the regulars.
  const tonight = await enterDay(evening, today, { count: 50, firstGuest: 3 })
  const later: Entered[] = []
  for (let ahead = 1; ahead <= 10 && later.length + tonight.length < 84; ahead++) {
    const firstGuest = 60 + later.length
    const count = Math.min(22, 84 - later.length - tonight.length)
    later.push(...(await enterDay(evening, addDays(today, ahead), { count, firstGuest })))
  }
  await followVisits(evening, tonight, { untilMs: nowMs, lateCount: 2 })
  await requestDeposits(evening, later)
  const regulars = lastWeek.slice(3, 5).map(({ code }) => code)
  await describeRegulars(store, regulars, nowMs - 2 * hour)
  await enterWaitingGuests(store, shop, nowMs)
  return lastWeek.length + tonight.length + later.length
}

/** As many as there is room for. They were entered at noon two days before. */
async function enterDay(
  evening: Evening,
  date: string,
  { count, firstGuest }: { count: number; firstGuest: number },
): Promise<Entered[]> {
  const { shop, desk, clock } = evening
  const entered: Entered[] = []
  const kinds = demoDetails(shop)
  for (let attempt = 0; attempt < count * 4 && entered.length < count; attempt++) {
    const index = firstGuest + entered.length
    const details = kinds[attempt % kinds.length]
    const time = details && startTime(shop, details, date, attempt)
    if (!details || time === undefined) continue
    clock.now = startOfDay(addDays(date, -2)) + 12 * hour + attempt * minute
    const { name, phone, note } = demoGuest(index)
    const request = {
      ...{ details, date, time, locale: 'vi' as const, source: 'phone', client: 'desk' },
      guest: { name, phone, email: null, note: note ?? null },
      answers: demoAnswers(shop, index),
      consent: { version: 'spoken', text: 'Khách đồng ý qua điện thoại.' },
    }
    const booking = await unlessRefused(() => desk.createByStaff(request, actor))
    if (booking) entered.push({ ...booking, index })
  }
  return entered
}

/** The starts of a day in turn, the later ones of each service first. */
function startTime(
  shop: Shop,
  details: BookingRequestDetails,
  date: string,
  attempt: number,
): string | undefined {
  const day = shop.booking.bookableStarts(details, date)
  if (!day.open || day.starts.length === 0) return undefined
  const evening = day.starts.filter(({ at }) => at >= 16 * 60)
  const preferred = evening.length > 0 && attempt % 3 > 0 ? evening : day.starts
  const start = preferred[(attempt * 5) % preferred.length]
  return start && timeOf(start.at % (24 * 60))
}

/** Some guests have an allergy, or say something about their health. */
function demoAnswers(shop: Shop, index: number): Answers {
  const question = shop.booking.questions.find(isHealthQuestion)
  const [option] = question?.options ?? []
  return question && option && index % 11 === 5 ? { [question.name]: [option.id] } : {}
}

type Step = { at: number; run(): Promise<unknown> }

/** Guests arrive around their time and leave at its end; one does not come, and the last ones may be late. */
async function followVisits(
  evening: Evening,
  entered: readonly Entered[],
  { untilMs, lateCount }: { untilMs: number; lateCount: number },
): Promise<void> {
  const due = entered
    .filter(({ startsAt }) => startsAt < untilMs - 5 * minute)
    .toSorted((one, other) => other.startsAt - one.startsAt)
  const there = due.slice(lateCount)
  const missed = there.find(({ startsAt }) => startsAt < untilMs - 35 * minute)
  const steps = there
    .flatMap((one) => visitSteps(evening, one, untilMs, one === missed))
    .toSorted((one, other) => one.at - other.at)
  for (const { at, run } of steps) {
    evening.clock.now = at
    await unlessRefused(run)
  }
}

function visitSteps(
  evening: Evening,
  { code, startsAt, endsAt, index }: Entered,
  untilMs: number,
  isMissed: boolean,
): Step[] {
  const step = (at: number, visit: 'seated' | 'finished' | 'no_show'): Step[] => {
    const run = async () => {
      const version = await versionOf(evening, code)
      await evening.desk.setVisitStatus({ code, version, actor, visit })
    }
    return at < untilMs ? [{ at, run }] : []
  }
  if (isMissed) return step(startsAt + 30 * minute, 'no_show')
  const arrival = startsAt + ((index % 5) - 1) * 3 * minute
  // They leave a little before the next party comes.
  return [...step(arrival, 'seated'), ...step(endsAt - 5 * minute, 'finished')]
}

async function versionOf({ store, clock }: Evening, code: string): Promise<number> {
  return (await findBookingByCode(store.read, code, clock.now))?.version ?? 0
}

/** One deposit was received, and two were requested. */
async function requestDeposits(evening: Evening, later: readonly Entered[]): Promise<void> {
  const { shop, desk, clock, nowMs } = evening
  if (!shop.business.bank) return
  const states: readonly DepositState[] = ['paid', 'asked', 'asked']
  for (const [position, newState] of states.entries()) {
    const booking = later[position * 4 + 2]
    if (!booking) continue
    clock.now = nowMs - (3 - position) * hour
    const { code } = booking
    const version = await versionOf(evening, code)
    await desk.deposit({ code, version, actor, newState, amount: (position + 1) * 500_000 })
  }
}

/** A full time or a wrong moment is no reason to stop. */
async function unlessRefused<Result>(run: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof BookingActionError) return undefined
    throw error
  }
}
