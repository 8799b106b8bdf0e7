/** How long places are free from a certain quarter hour on. Pure. */
import { cellsOfDay, firstCell, type Occupancy } from '../scheduling/cells.ts'
import type { Option, Start } from '../scheduling/rules.ts'

/** The first occupied cell of a resource from this one on; undefined if it is free for the rest of the day. */
export function nextOccupiedCell(
  occupancy: Occupancy,
  date: string,
  resource: string,
  from: number,
): number | undefined {
  const first = firstCell(date)
  const ahead = (occupancy.get(resource) ?? 0n) >> BigInt(Math.max(0, from - first))
  if (ahead === 0n) return undefined
  return from + lowestBit(ahead)
}

const bitsOfStep = 32n

/** Of a number that is not 0. Single bits of a bigint would each be a new value. */
function lowestBit(bits: bigint): number {
  let [rest, skipped] = [bits, 0]
  let low = Number(BigInt.asUintN(32, rest))
  while (low === 0) {
    rest >>= bitsOfStep
    skipped += 32
    low = Number(BigInt.asUintN(32, rest))
  }
  return skipped + 31 - Math.clz32(low & -low)
}

/** A place of an option that ends the stay, and the cell from which on another holder has it. */
type Limit = { resource: string; cell: number }

/** The minutes that a stay can last in the places of an option, which are cleared before the next holder begins. */
type FreeStay = { minutes: number; limit: Limit | undefined }

/** `option` is one for a stay of `start`; time to prepare the place lies in the past and is ignored. */
export function freeStay(
  option: Option,
  { minutes: planned }: Pick<Start, 'minutes'>,
  occupancy: Occupancy,
  date: string,
  from: number,
): FreeStay {
  const none: FreeStay = { minutes: cellsOfDay * 15, limit: undefined }
  return option.holds.reduce((shortest, { resource, minutes }) => {
    const cell = nextOccupiedCell(occupancy, date, resource, from)
    if (cell === undefined) return shortest
    const buffer = Math.ceil(minutes / 15) - Math.ceil(planned / 15)
    const free = (cell - from - buffer) * 15
    return free < shortest.minutes ? { minutes: free, limit: { resource, cell } } : shortest
  }, none)
}
