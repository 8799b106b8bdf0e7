/** How many tables of each size a restaurant has. */
import { isDeepStrictEqual } from 'node:util'
import { valueAt } from '../../../content/field-label.ts'
import type { LocalizedText } from '../../../kernel/locale.ts'
import { plural } from '../../../kernel/plural.ts'
import { html } from '../../../ui/html.ts'
import { itemsOf, type LeftoverValues, withoutPath } from '../leftovers.ts'
import { placesStepId } from '../place-parts.ts'
import { isOfSample, type SetupState } from '../state.ts'
import type { SetupStep } from '../step.ts'

const tablesFile = 'tables.yaml'
const policyFile = 'policy.yaml'

/** Rules of the sample that depend on its tables and its private room. */
const rulesOfTables = ['private_room', 'tiers', 'online_up_to']

const sizes = [2, 4, 6, 8, 10, 12]
const maxTables = 100

export const tablesStep: SetupStep = {
  id: placesStepId,
  title: { vi: 'Bàn', en: 'Tables' },
  hint: {
    vi: 'Đếm bàn theo số chỗ. Tên bàn, khu và sơ đồ bạn sửa sau, ở “Bàn”.',
    en: 'Count your tables by their seats. Names, areas and the floor plan can follow later, in “Tables”.',
  },
  summary(state) {
    const tables = ownTables(state) ?? []
    if (tables.length === 0) return undefined
    return countTables(tables.length, countSeats(tables))[state.locale]
  },
  fields(state, { form }) {
    const tables = ownTables(state) ?? []
    const typed = (seats: number) =>
      form?.get(`seats.${seats}`) ?? (tables.filter((one) => seatsOf(one) === seats).length || '')
    return html`<div class="setup-counts">${sizesOf(tables).map(
      (
        seats,
      ) => html`<div><label for="field-seats-${seats}">${sizeLabel(seats)[state.locale]}</label>
<input id="field-seats-${seats}" name="seats.${seats}" type="number" inputmode="numeric" min="0" max="${maxTables}"
  value="${typed(seats)}"></div>`,
    )}</div>`
  },
  async read(state, { form }) {
    const before = ownTables(state) ?? []
    const tables = sizesOf(before).flatMap((seats) => {
      const known = before.filter((one) => seatsOf(one) === seats)
      const count = Math.min(maxTables, Math.max(0, Math.floor(Number(form.get(`seats.${seats}`)))))
      return Array.from({ length: count || 0 }, (_, index) => known[index] ?? { seats })
    })
    if (tables.length === 0) return words.missing
    return { values: changesFor(state, tables) }
  },
}

type Table = Record<string, unknown>

/** A table of the owner keeps its name; a new one is called by its number. */
function changesFor(state: SetupState, tables: readonly Table[]): LeftoverValues {
  const taken = new Set(tables.map(({ name }) => name))
  const numbers = Array.from({ length: 2 * maxTables }, (_, index) => `Bàn ${index + 1}`)
  const free = numbers.filter((name) => !taken.has(name)).values()
  const named = tables.map((table) =>
    'name' in table ? table : { name: free.next().value, ...table },
  )
  const isSame = isDeepStrictEqual(named, ownTables(state))
  const values: LeftoverValues = new Map()
  if (!isSame) {
    // The areas, the joined tables and the offers of the sample belong to its own tables.
    const category = valueAt(state.read(tablesFile), ['category'])
    const isFirst = ownTables(state) === undefined
    const rest = isFirst ? { ...(category !== undefined && { category }) } : state.read(tablesFile)
    values.set(tablesFile, { ...(rest as object), tables: named })
  }
  const rules = rulesOfTables.filter((name) => isOfSample(state, policyFile, [name]))
  if (rules.length > 0) {
    const start = state.read(policyFile)
    values.set(
      policyFile,
      rules.reduce((value, name) => withoutPath(value, [name]), start),
    )
  }
  return values
}

/** Undefined while they are the sample's. */
function ownTables(state: SetupState): readonly Table[] | undefined {
  if (isOfSample(state, tablesFile, ['tables'])) return undefined
  return itemsOf(state.read(tablesFile), 'tables') as readonly Table[]
}

function seatsOf({ seats }: Table): number {
  return Number(seats)
}

function countSeats(tables: readonly Table[]): number {
  return tables.reduce((sum, table) => sum + seatsOf(table), 0)
}

/** Those that the form offers, and those of the owner's tables. */
function sizesOf(tables: readonly Table[]): number[] {
  return [...new Set([...sizes, ...tables.map(seatsOf)])].sort((one, other) => one - other)
}

function sizeLabel(seats: number): LocalizedText {
  return { vi: `Bàn ${seats} chỗ`, en: `For ${seats}` }
}

function countTables(count: number, seats: number): LocalizedText {
  return {
    vi: `${count} bàn, ${seats} chỗ`,
    en: `${count} ${plural(count, { one: 'table', other: 'tables' })}, ${seats} seats`,
  }
}

const words = {
  missing: { vi: 'Hãy ghi số bàn.', en: 'Write how many tables you have.' },
} satisfies Record<string, LocalizedText>
