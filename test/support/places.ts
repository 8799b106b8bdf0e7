/** Parties at certain tables of the restaurant, and the times at which they hold them. */
import { type BookingRef, bookingRef, desk, mai, stateOf, walkIn } from './staff-actions.ts'

/** A confirmed booking at a certain table. */
export async function seatable(date: string, time: string, tableId: string): Promise<BookingRef> {
  const { code } = await desk.createByStaff(walkIn(date, time), mai, {
    resources: [`table:${tableId}`],
  })
  return bookingRef(code, date)
}

/** The quarter hours in which a table is held by a booking, as times of day. */
export async function heldTimes({ code }: BookingRef, tableId: string): Promise<string[]> {
  const { cells } = await stateOf(code)
  return cells
    .filter(({ resource }) => resource === `table:${tableId}`)
    .map(({ cell }) => timeOfCell(Number(cell)))
}

export const timeOfCell = (cell: number) =>
  new Date(cell * 900_000 + 7 * 3_600_000).toISOString().slice(11, 16)

/** The first time at which another party can have the table, after the time to clear it. */
export async function nextStart(party: BookingRef): Promise<string> {
  const { cells } = await stateOf(party.code)
  return timeOfCell(Math.max(...cells.map(({ cell }) => Number(cell))) + 1)
}

/** Enters a walk-in at a table. */
export const takeTable = (date: string, time: string, tableId: string) => () =>
  desk.createByStaff(walkIn(date, time), mai, { resources: [`table:${tableId}`] })
