/**
 * Booking requests under load: a place is chosen on committed data, before the transaction. The transaction takes the
 * cells of many requests in one statement, reads everything else that `evaluateBooking` reads, and stores those that
 * still hold. All others are evaluated in the transaction.
 */
import { Problem } from '../../kernel/problem.ts'
import { insertRows } from '../../store/insert-rows.ts'
import { readTogether } from '../../store/read-together.ts'
import { type Sql, StoreUnavailable } from '../../store/sql.ts'
import { loadClosedDays } from '../closed-days/closed-days.ts'
import type { EarlyDecisions } from '../guard/prepared-writes.ts'
import { loadOnlinePauses } from '../online-limits/pauses.ts'
import { type Cell, cellsOf, type DayOccupancy } from '../scheduling/cells.ts'
import { loadSoldOutOffers } from '../sold-out/sold-out.ts'
import { allocateAt } from './context.ts'
import { assertFairShare, insertRequestCounts, subjectKeysOf } from './fair-share.ts'
import type { BookingParts } from './fields.ts'
import {
  type Booking,
  type BookingRequest,
  findOverlaps,
  insertBookingRecords,
  requireStart,
  toBooking,
} from './request.ts'
import { createTentativeCells } from './tentative-cells.ts'

type EarlyRequests = EarlyDecisions<Booking> & {
  /** `toRequest` throws a Problem if the request is invalid. */
  decide(sql: Sql, toRequest: () => BookingRequest, now: number): Promise<Booking | undefined>
  release(booking: Booking): void
}

export function earlyRequests(parts: BookingParts): EarlyRequests {
  const { rules, business, occupancyCache, fairShare } = parts
  const tentativeCells = createTentativeCells()
  const loadDay = readTogether(async (sql, dates: readonly string[]) => {
    const days = await occupancyCache.loadDays(sql, [...new Set(dates)].toSorted())
    return (date) => days.get(date) as DayOccupancy
  })
  const chosenCells = new WeakMap<Booking, readonly Cell[]>()
  const cellsOfBooking = (booking: Booking) =>
    chosenCells.get(booking) ?? cellsOf(booking.option, booking.serviceDate, booking.start)

  const decide: EarlyRequests['decide'] = async (sql, toRequest, now) => {
    const request = toRequest()
    const { details } = request
    const { date, start } = requireStart(rules, details, request, now)
    // What the pace allows depends on all other bookings of the interval.
    if (rules.paceOn?.(date)) return undefined
    const day = await loadDay(sql, date)
    const occupancy = tentativeCells.addTo(day.occupancy, date)
    const option = allocateAt(parts, details, { date, start }, day, occupancy)
    if (!option) return undefined
    const booking = toBooking(parts, request, { date, start, option }, now)
    const cells = cellsOfBooking(booking)
    chosenCells.set(booking, cells)
    tentativeCells.choose(date, cells)
    return booking
  }

  /** Of each booking all cells or not all: then another booking has one of them. */
  const takeCells = async (sql: Sql, bookings: readonly Booking[]) => {
    const rows = bookings.flatMap((booking) =>
      cellsOfBooking(booking).map(({ cell, resource }) => [cell, resource, holderOf(booking)]),
    )
    const into = 'cells (cell, resource, holder)'
    const taken = await insertRows(sql, into, rows, { suffix: 'ON CONFLICT DO NOTHING' })
    if (taken === rows.length) return () => true
    // Pipelined: while they run, all other writers wait.
    const counts = await Promise.all(bookings.map((booking) => countCellsOf(sql, booking)))
    return (booking: Booking, index: number) => counts[index] === cellsOfBooking(booking).length
  }

  const isWithinFairShare = async (sql: Sql, booking: Booking, now: number) => {
    if (!fairShare) return true
    return assertFairShare(sql, { rules, business, fairShare }, booking, now).then(
      () => true,
      (error: unknown) => {
        if (error instanceof Problem && !(error instanceof StoreUnavailable)) return false
        throw error
      },
    )
  }

  return {
    decide: (sql, toRequest, now) =>
      decide(sql, toRequest, now).catch((error: unknown) => {
        // The transaction gives the reason, with all that it knows.
        if (error instanceof Problem && !(error instanceof StoreUnavailable)) return undefined
        throw error
      }),
    release(booking) {
      tentativeCells.release(booking.serviceDate, cellsOfBooking(booking))
    },
    // The number also decides whether two bookings at the same time hold a place.
    subjectsOf: (booking) => [`phone ${booking.guest.phone}`, ...subjectKeysOf(booking, fairShare)],
    async verifyAll(sql, bookings, now) {
      const firstDate = bookings.map(({ serviceDate }) => serviceDate).toSorted()[0] ?? ''
      // Pipelined: no statement needs the result of another.
      const [fairlyShared, hasCells, closedDays, soldOut, pauses, hasOverlap] = await Promise.all([
        Promise.all(bookings.map((booking) => isWithinFairShare(sql, booking, now))),
        takeCells(sql, bookings),
        loadClosedDays(sql, firstDate),
        loadSoldOutOffers(sql, now),
        loadOnlinePauses(sql, now),
        findOverlaps(sql, bookings),
      ])
      const closed = new Set(closedDays.map(({ date }) => date))
      const soldOutIds = new Set(soldOut.map(({ offerId }) => offerId))
      const isPaused = ({ startsAt }: Booking) =>
        pauses.some(({ from, until }) => from <= startsAt && startsAt < until)
      const holds = (booking: Booking, index: number) =>
        hasCells(booking, index) &&
        fairlyShared[index] === true &&
        !hasOverlap(booking) &&
        !closed.has(booking.serviceDate) &&
        !soldOutIds.has(booking.details.offerId) &&
        !isPaused(booking)
      return new Set(bookings.filter(holds))
    },
    async persistAll(sql, bookings, others, now) {
      const cells = bookings.flatMap(cellsOfBooking)
      const [updateCache] = await Promise.all([
        occupancyCache.bumpVersions(sql, cells, true),
        ...others.map((one) => sql.run('DELETE FROM cells WHERE holder = ?', holderOf(one))),
        insertBookingRecords(sql, rules, bookings, 'requested', now),
        fairShare && insertRequestCounts(sql, fairShare, bookings, now),
      ])
      updateCache()
    },
  }
}

function holderOf({ id }: Booking): string {
  return `booking:${id}`
}

async function countCellsOf(sql: Sql, booking: Booking): Promise<number> {
  const row = await sql.get<{ count: number }>(
    'SELECT COUNT(*) AS count FROM cells WHERE holder = ?',
    holderOf(booking),
  )
  return row?.count ?? 0
}
