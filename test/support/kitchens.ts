/** Copies of the sample restaurant whose kitchen tracks more allergens than the nine. */
import { copyOf, createFolderEditor } from './content-errors.ts'

const menus = ['menu/1-khoi-vi.yaml', 'menu/2-nuong-than.yaml']

/** `lines` are added to the allergens of kitchen.yaml. */
export function kitchenWith(lines: string): string {
  const folder = copyOf('restaurant')
  const { replace } = createFolderEditor(folder)
  replace('kitchen.yaml', '\ndiets:', `${lines}\n\ndiets:`)
  return folder
}

export const ragworm = `
  - id: ragworm
    name: { vi: Rươi, en: Ragworm }
    words: [palolo worm, con rươi]`

/** Tree nuts in a dish of the set meal for two, and an own group in another dish. */
export function nutKitchen(): string {
  const folder = kitchenWith(`  - tree_nuts\n  - sulphites${ragworm}`)
  const { replace } = createFolderEditor(folder)
  const [starters = '', grill = ''] = menus
  replace(starters, 'allergens: [eggs, fish]', 'allergens: [eggs, fish, ragworm]')
  replace(starters, 'allergens: [fish, peanuts, sesame]', 'allergens: [fish, sesame, tree_nuts]')
  replace(grill, 'allergens: [molluscs]', 'allergens: [molluscs, sulphites]')
  return folder
}
