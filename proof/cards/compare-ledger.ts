/** Compares the ledger of the database with what the desks were told. */
import { findBrokenInvariants } from '../../src/domain/integrity/invariants.ts'
import { openStore } from '../../src/store/open.ts'
import type { Store } from '../../src/store/sql.ts'

/** What a desk was told about a form: done, or refused. */
export type Outcome = { isDone: boolean } & (
  | { kind: 'issued' | 'redeemed' | 'adjusted'; key: string; amount: number }
  | { kind: 'given_back'; undone: string }
)

type Entry = {
  id: string
  card_id: string
  kind: string
  amount: number
  undoes: string | null
  request_key: string | null
  at: number
}

/** Returns what is wrong. */
export async function compareLedger(
  database: string,
  outcomes: readonly Outcome[],
): Promise<string[]> {
  const store = await openStore(database, Date.now)
  try {
    const entries = await store.read.all<Entry>('SELECT * FROM card_entries ORDER BY id')
    return [
      ...(await findBrokenInvariants(store.read)),
      ...(await compareBalances(store, entries)),
      ...compareOutcomes(outcomes, entries),
    ]
  } finally {
    await store.close()
  }
}

/** Entries of one millisecond have no order between processes, so those that add come first. */
async function compareBalances(store: Store, entries: readonly Entry[]): Promise<string[]> {
  const cards = await store.read.all<{ id: string; balance: number }>(
    'SELECT id, balance FROM cards',
  )
  const byCard = Map.groupBy(entries, ({ card_id }) => card_id)
  return cards.flatMap(({ id, balance }) => {
    const own = (byCard.get(id) ?? []).toSorted(
      (one, other) => one.at - other.at || other.amount - one.amount,
    )
    let sum = 0
    let lowest = 0
    for (const { amount } of own) {
      sum += amount
      lowest = Math.min(lowest, sum)
    }
    return [
      ...(sum === balance ? [] : [`card ${id}: balance ${balance}, ledger ${sum}`]),
      ...(lowest < 0 ? [`card ${id}: the ledger was at ${lowest}`] : []),
    ]
  })
}

function compareOutcomes(outcomes: readonly Outcome[], entries: readonly Entry[]): string[] {
  const byKey = Map.groupBy(entries, ({ request_key }) => request_key ?? '')
  const byUndone = Map.groupBy(entries, ({ undoes }) => undoes ?? '')
  const given = new Set<string>()
  const wrong: string[] = []
  for (const outcome of outcomes) {
    if (outcome.kind === 'given_back') {
      const { undone, isDone } = outcome
      const count = byUndone.get(undone)?.length ?? 0
      given.add(undone)
      if (count > 1 || (isDone && count !== 1))
        wrong.push(`${undone} was given back ${count} times`)
      continue
    }
    const found = byKey.get(outcome.key) ?? []
    const fits = found.every(
      ({ kind, amount }) => kind === outcome.kind && amount === outcome.amount,
    )
    if (found.length !== Number(outcome.isDone) || !fits)
      wrong.push(`${outcome.kind} ${outcome.key}: ${JSON.stringify(found)}`)
  }
  const keys = new Set(outcomes.flatMap((one) => (one.kind === 'given_back' ? [] : [one.key])))
  const invented = entries.filter(
    ({ request_key, undoes }) =>
      !(undoes === null ? keys.has(request_key ?? '') : given.has(undoes)),
  )
  return [...wrong, ...invented.map(({ id }) => `no desk has made the entry ${id}`)]
}
