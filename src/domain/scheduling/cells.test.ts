/** Bitmaps of quarter hours, at the borders of an hour, a booking and a day. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import {
  areCellsFree,
  cellsOf,
  cellsOfDay,
  countCells,
  daysOfCells,
  firstCell,
  isFree,
  masksAt,
  minutesBefore,
  occupy,
  withCells,
} from './cells.ts'
import type { Option } from './rules.ts'

const date = '2026-11-20'
const first = firstCell(date)

const optionOf = (minutes: number, resource = 'a'): Option => ({
  holds: [{ resource, minutes }],
  preference: 0,
  balanceAcross: [],
  assignment: {},
})

it('a day begins at midnight in Vietnam and has the morning after, 36 hours in total', () => {
  assert.equal(first * 15 * 60_000, Date.parse('2026-11-20T00:00:00+07:00'))
  assert.equal(firstCell('2026-11-21') - first, 96)
  assert.equal(cellsOfDay, 144)
})

it('a cell belongs to its day, and until noon to the day before as well', () => {
  const dayOf = (index: number) => daysOfCells([{ cell: first + index, resource: 'a' }])
  assert.deepEqual(dayOf(0), [first, first - 96])
  assert.deepEqual(dayOf(47), [first, first - 96])
  assert.deepEqual(dayOf(48), [first])
  assert.deepEqual(dayOf(95), [first])
  assert.deepEqual(dayOf(96), [first + 96, first])
  const cells = [0, 1, 48].map((index) => ({ cell: first + index, resource: 'a' }))
  assert.deepEqual(daysOfCells(cells), [first, first - 96])
})

it('cells are occupied and released within the day, and the others ignored', () => {
  const at = (index: number) => ({ cell: first + index, resource: 'a' })
  const day = withCells(new Map(), first, [at(-1), at(0), at(143), at(144)], true)
  assert.deepEqual(day, new Map([['a', 1n | (1n << 143n)]]))
  const released = withCells(day, first, [at(0), at(5)], false)
  assert.deepEqual(released, new Map([['a', 1n << 143n]]))
  assert.deepEqual(withCells(released, first, [at(143)], false), new Map())
  assert.deepEqual(day.get('a'), 1n | (1n << 143n), 'the given day stays as it is')
})

it('a hold takes every quarter hour that it touches, and no other', () => {
  for (const [minutes, quarters] of [
    [15, 1],
    [16, 2],
    [30, 2],
    [45, 3],
  ] as const) {
    const start = { at: 60, minutes }
    const option = optionOf(minutes)
    assert.equal(countCells(masksAt(start)({ resource: 'a', minutes })), quarters)
    const cells = cellsOf(option, date, start)
    assert.deepEqual(
      cells.map(({ cell }) => cell - first),
      Array.from({ length: quarters }, (_, index) => 4 + index),
    )
    const occupied = new Map<string, bigint>()
    occupy(option, masksAt(start), occupied)
    assert.deepEqual(withCells(new Map(), first, cells, true), occupied)
  }
})

it('a buffer holds the place before the start as well, but not before the day', () => {
  const start = { at: 60, minutes: 30 }
  const withBuffer = (minutes: number): Option => ({
    ...optionOf(45),
    holds: [{ resource: 'a', minutes: 45, ...minutesBefore(minutes, start) }],
  })
  const quartersBefore = (minutes: number) => {
    const option = withBuffer(minutes)
    const occupied = new Map<string, bigint>()
    occupy(option, masksAt(start), occupied)
    const cells = cellsOf(option, date, start)
    assert.deepEqual(withCells(new Map(), first, cells, true), occupied)
    return cells.map(({ cell }) => cell - first)
  }
  assert.deepEqual(quartersBefore(0), [4, 5, 6])
  assert.deepEqual(quartersBefore(30), [2, 3, 4, 5, 6])
  assert.deepEqual(quartersBefore(75), [0, 1, 2, 3, 4, 5, 6])
})

it('a place is free exactly before and after a hold', () => {
  const occupied = new Map<string, bigint>()
  occupy(optionOf(30), masksAt({ at: 60, minutes: 30 }), occupied)
  const freeAt = (at: number, resource = 'a') => {
    const option = optionOf(15, resource)
    const start = { at, minutes: 15 }
    const isOptionFree = isFree(option, masksAt(start), occupied)
    assert.equal(areCellsFree(cellsOf(option, date, start), occupied, date), isOptionFree)
    return isOptionFree
  }
  assert.deepEqual(
    [45, 60, 75, 90].map((at) => freeAt(at)),
    [true, false, false, true],
  )
  assert.equal(freeAt(60, 'b'), true)
})

it('a place with several resources needs all of them', () => {
  const occupied = new Map([['b', 1n]])
  const holds = ['a', 'b'].map((resource) => ({ resource, minutes: 15 }))
  const start = { at: 0, minutes: 15 }
  assert.equal(isFree({ ...optionOf(15), holds }, masksAt(start), occupied), false)
  assert.equal(isFree(optionOf(15), masksAt(start), occupied), true)
})
