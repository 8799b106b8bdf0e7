/** The allergen groups of a kitchen: the nine of every kitchen, and those that its owner declares. */
import { checkUniqueIds } from '../../content/checks.ts'
import { findMeantId, type Known } from '../../content/known-ids.ts'
import type { Report } from '../../content/report.ts'
import type { Check } from '../../domain/trade/declaration.ts'
import { foldDiacritics } from '../../kernel/fold-diacritics.ts'
import { forEachLocale, type LocalizedText } from '../../kernel/locale.ts'
import { unambiguousWords } from './allergen-words.ts'
import { trackedAllergens } from './default-kitchen.ts'
import type { RestaurantFiles, WrittenFiles } from './files.ts'
import { type AllergenGroup, readyMadeAllergens } from './ready-made-allergens.ts'

type WrittenGroup = WrittenFiles['kitchen']['allergens'][number]

const everyKitchen: readonly AllergenGroup[] = trackedAllergens.map((group) => ({
  ...group,
  words: [],
}))
const known: readonly AllergenGroup[] = [...everyKitchen, ...readyMadeAllergens]

/** The known groups with the words by which an owner may mean them. */
function meantGroups(): (AllergenGroup & Known)[] {
  const words = unambiguousWords(known)
  return known.map((group) => ({ ...group, words: words[group.id] ?? [] }))
}

/** Adds what an owner need not write; `RestaurantFiles` has the result. */
export const completeKitchen: Check<WrittenFiles> = {
  needs: ['kitchen'],
  run({ kitchen }, report) {
    checkUniqueIds(kitchen, 'allergens', kitchen.allergens, report)
    kitchen.allergens.forEach((group, index) => {
      checkGroup(kitchen, group, index, report)
    })
    const completed = kitchen as RestaurantFiles['kitchen']
    completed.allergens = completeGroups(kitchen.allergens)
  },
}

/** The nine groups first, then the others in the order of the file. */
function completeGroups(written: readonly WrittenGroup[]): AllergenGroup[] {
  const own = new Map(written.map((group) => [group.id, group]))
  const others = written.filter(({ id }) => everyKitchen.every((group) => group.id !== id))
  const ids = [...everyKitchen, ...others].map(({ id }) => id)
  return [...new Set(ids)].map((id) => {
    const { name, covers, words = [] } = own.get(id) ?? {}
    const usual = known.find((group) => group.id === id)
    return {
      id,
      name: name ?? usual?.name ?? forEachLocale(() => id),
      covers: covers ?? usual?.covers,
      words: [...(usual?.words ?? []), ...words],
    }
  })
}

function checkGroup(
  kitchen: WrittenFiles['kitchen'],
  { id, name }: WrittenGroup,
  index: number,
  report: Report,
): void {
  if (known.some((group) => group.id === id)) return
  if (name === undefined) {
    const text = report.textAt(kitchen, ['allergens', index]) ?? id
    const isEntry = /[{:\n]/.test(text)
    reportUnnamed(kitchen, index, isEntry ? id : text.replace(/^["']|["']$/g, ''), report)
    return
  }
  const taken = findByName(name)
  if (!taken) return
  report.error(
    kitchen,
    ['allergens', index, 'id'],
    {
      vi: `"${taken.word}" thuộc nhóm ${taken.id}, nhóm ấy đã có sẵn`,
      en: `"${taken.word}" belongs to ${taken.id}, which exists already`,
    },
    forEachLocale(() => `id: ${taken.id}`),
  )
}

/** A known group with this name under another id would be filtered without the dishes that have it. */
function findByName({ vi, en }: LocalizedText): { id: string; word: string } | undefined {
  for (const word of [vi, en]) {
    const group = meantGroups().find(({ name, words }) =>
      [name.vi, name.en, ...words].some((one) => foldDiacritics(one) === foldDiacritics(word)),
    )
    if (group) return { id: group.id, word }
  }
  return undefined
}

function reportUnnamed(
  kitchen: WrittenFiles['kitchen'],
  index: number,
  text: string,
  report: Report,
): void {
  const meant = findMeantId(text, meantGroups())
  const ready = readyMadeAllergens.map(({ id }) => id).join(', ')
  const entry = `- { id: ${meant ? '…' : text}, name: { vi: …, en: … }, words: […] }`
  report.error(
    kitchen,
    ['allergens', index],
    meant?.isCertain
      ? meant.reason
      : {
          vi: `"${text}" chưa có tên và không phải nhóm có sẵn`,
          en: `"${text}" has no name and is not a ready-made group`,
        },
    {
      vi: meant
        ? `- ${meant.id}`
        : `một nhóm có sẵn (${ready}), hoặc một nhóm riêng có tên: ${entry}`,
      en: meant
        ? `- ${meant.id}`
        : `a ready-made group (${ready}), or your own with a name: ${entry}`,
    },
  )
}

/** A filter would pass every dish: a group that no dish names was perhaps declared and then not entered. */
export const newAllergens: Check<WrittenFiles> = {
  needs: ['kitchen', 'menus'],
  run({ kitchen, menus }, report) {
    const stated = menus.flatMap(({ dishes }) => dishes.flatMap(({ allergens }) => allergens ?? []))
    if (stated.length === 0) return
    kitchen.allergens.forEach(({ id }, index) => {
      if (stated.includes(id) || everyKitchen.some((group) => group.id === id)) return
      report.note(
        kitchen,
        ['allergens', index],
        () => ({
          vi: `chưa món nào ghi ${id}, nên khách lọc theo nhóm này vẫn thấy mọi món đã ghi chất gây dị ứng`,
          en: `no dish names ${id}, so guests who filter by it see every dish whose allergens are stated`,
        }),
        {
          vi: `${id} vào allergens của những món có nó; nếu không món nào có, hãy bỏ qua lời nhắc này`,
          en: `${id} in the allergens of the dishes that contain it; ignore this note if none does`,
        },
      )
    })
  },
}
