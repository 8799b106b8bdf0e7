/** What the bank reports, and what must become of it: written from the specification, not from the code. */
import type { Random } from '../support/random.ts'

/** A deposit or an order that guests pay by transfer. */
export type Item = { code: string; amount: number; isCancelled: boolean }

export type Transfer = { id: number; amount: number; text: string }

/** What the proof expects of an item: paid by exactly one of these transfers, or by none. */
export type Plan = {
  item: Item
  transfers: readonly Transfer[]
  /** Those that fit; the first of them that arrives pays the item. */
  fitting: readonly number[]
  /** Two parts that staff assign at the same time, from two desks. */
  parts: readonly number[]
  forged: readonly Transfer[]
}

const kinds = ['exact', 'twice', 'parts', 'less', 'more', 'forged', 'wrong', 'nothing'] as const

let lastId = 0

/** Every kind occurs for every eighth item. */
export function planTransfers(item: Item, index: number, random: Random): Plan {
  const kind = kinds[index % kinds.length] ?? 'exact'
  const { amount } = item
  const named = (sum: number): Transfer => {
    return { id: ++lastId, amount: sum, text: writeText(item.code, random) }
  }
  const plan = { item, transfers: [], fitting: [], parts: [], forged: [] }
  const part = 1_000 * (1 + random.below(amount / 1_000 - 1))
  switch (kind) {
    case 'exact': {
      const one = named(amount)
      return { ...plan, transfers: [one], fitting: fits(item, [one]) }
    }
    case 'twice': {
      const both = [named(amount), named(amount)]
      return { ...plan, transfers: both, fitting: fits(item, both) }
    }
    case 'parts': {
      const both = [named(part), named(amount - part)]
      return { ...plan, transfers: both, parts: item.isCancelled ? [] : both.map(({ id }) => id) }
    }
    case 'less':
      return { ...plan, transfers: [named(amount - 1), named(part)] }
    case 'more':
      return { ...plan, transfers: [named(amount + 1)] }
    case 'forged':
      return { ...plan, forged: [named(amount)] }
    case 'wrong': {
      const text = writeText(changeLetter(item.code, random), random)
      return { ...plan, transfers: [{ id: ++lastId, amount, text }] }
    }
    case 'nothing':
      return { ...plan, transfers: [{ id: ++lastId, amount, text: 'com trua cam on' }] }
  }
}

function fits({ isCancelled }: Item, transfers: readonly Transfer[]): number[] {
  return isCancelled ? [] : transfers.map(({ id }) => id)
}

/** As different banks write it. */
function writeText(code: string, random: Random): string {
  const plain = code.replaceAll('-', '')
  return random.pick([
    plain,
    plain.toLowerCase(),
    code,
    `MBVCB.${random.below(1e9)}.${plain}.CT tu 0123456789 NGUYEN VAN A`,
    `chuyen khoan ${code.replaceAll('-', ' ')} cam on`,
    `IBFT${random.below(1e6)}${plain}-${random.below(1e6)}`,
  ])
}

/** A code that belongs to no item: 50 random bits do not collide. */
function changeLetter(code: string, random: Random): string {
  const letters = [...code]
  const at = code.length - 1 - random.below(2)
  letters[at] = letters[at] === 'X' ? 'Y' : 'X'
  return letters.join('')
}
