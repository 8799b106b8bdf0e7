/** The tasks of an exam: every kind in turn, in both languages, repeatable with the seed. */
import { randomFrom } from '../../proof/support/random.ts'
import type { Locale } from '../../src/kernel/locale.ts'
import type { RunningShop, TradeName } from '../../test/support/shop.ts'
import { readShopContent } from '../shop-content.ts'
import { bookingKinds } from './bookings.ts'
import { changeKinds } from './changes.ts'
import type { TaskKind } from './context.ts'
import { questionKinds } from './questions.ts'
import type { Task } from './task.ts'
import { createPerson } from './words.ts'

/** A task before its shop is open. */
export type PlannedTask = { trade: TradeName; kind: TaskKind; locale: Locale; seed: number }

const allKinds: readonly TaskKind[] = [...bookingKinds, ...changeKinds, ...questionKinds]

export function kindsOf(trade: TradeName): TaskKind[] {
  return allKinds.filter(({ trades }) => trades === undefined || trades.includes(trade))
}

/** `count` tasks for a trade; by default each kind in both languages. */
export function planTasks(trade: TradeName, seed: number, count?: number): PlannedTask[] {
  const kinds = kindsOf(trade)
  return Array.from({ length: count ?? 2 * kinds.length }, (_, index) => {
    const round = Math.floor(index / kinds.length)
    const kind = kinds[index % kinds.length] as TaskKind
    const locale = ((index % kinds.length) + round) % 2 === 0 ? 'vi' : 'en'
    return { trade, kind, locale, seed: seed + 7919 * index }
  })
}

/** Fills the shop with what the task needs, and returns the task. */
export async function prepareTask(
  { trade, kind, locale, seed }: PlannedTask,
  app: RunningShop,
  today: string,
): Promise<Task> {
  const random = randomFrom(seed)
  const task = await kind.create({
    ...{ trade, locale, random, app, today },
    content: readShopContent(trade),
    guest: createPerson(random),
    say: (text) => text[locale],
  })
  return { kind: kind.name, trade, locale, ...task }
}
