/** The offers of the owner, apart from those of the sample. */
import { findOffers } from '../editor/offer-part.ts'
import { filesIn, isSampleItem, itemsOf } from './leftovers.ts'
import type { SetupState } from './state.ts'

type OwnCategory = { file: string; own: readonly unknown[] }

/** The files that have at least one offer of the owner. */
export function ownCategories(state: SetupState): OwnCategory[] {
  const { part, list, folder } = findOffers(state.editor)
  return filesIn(state.files, folder)
    .map((file) => {
      const items = itemsOf(state.read(file), list)
      return { file, own: items.filter((item) => !isSampleItem(state, part, list, item)) }
    })
    .filter(({ own }) => own.length > 0)
}

export function listOwnOffers(state: SetupState): unknown[] {
  return ownCategories(state).flatMap(({ own }) => own)
}
