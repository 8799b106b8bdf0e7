/** Checks the allergens of dishes: those that kitchen.yaml does not declare. */
import { checkKnownIds, checkListedOnce } from '../../content/checks.ts'
import { findMeantId, unknownId } from '../../content/known-ids.ts'
import type { Report } from '../../content/report.ts'
import type { LocalizedText } from '../../kernel/locale.ts'
import { isNutWord, unambiguousWords } from './allergen-words.ts'
import type { RestaurantFiles } from './files.ts'
import { type AllergenGroup, readyMadeAllergens, treeNutsId } from './ready-made-allergens.ts'

type Menu = RestaurantFiles['menus'][number]

export function checkDishAllergens(
  menu: Menu,
  declared: readonly AllergenGroup[],
  report: Report,
): void {
  const words = unambiguousWords(declared)
  const known = declared.map((group) => ({ ...group, words: words[group.id] ?? [] }))
  const declaredIds = new Set(declared.map(({ id }) => id))
  const isDeclared = (id: string) => declaredIds.has(id)
  menu.dishes.forEach(({ allergens }, index) => {
    if (!allergens) return
    const path = ['dishes', index, 'allergens']
    if (allergens.every(isDeclared)) {
      checkListedOnce(menu, path, allergens, report)
      return
    }
    const unknown = allergens.filter((id) => !isDeclared(id) && !report.isMentioned(id))
    if (unknown.every((id) => findMeantId(id, known)?.isCertain)) {
      checkKnownIds(menu, path, allergens, known, report)
      return
    }
    allergens.forEach((id, position) => {
      if (!unknown.includes(id)) return
      const { wrong, write } = explain(id, known)
      report.error(menu, [...path, position], wrong, write)
    })
  })
}

type Explanation = { wrong: LocalizedText; write: LocalizedText }

function explain(id: string, known: readonly AllergenGroup[]): Explanation {
  const meant = findMeantId(id, known)
  if (meant?.isCertain) {
    return { wrong: meant.reason, write: { vi: `- ${meant.id}`, en: `- ${meant.id}` } }
  }
  const isDeclared = (wanted: string) => known.some((group) => group.id === wanted)
  if (isNutWord(id)) return explainNuts(id, isDeclared(treeNutsId))
  const undeclared = findMeantId(
    id,
    readyMadeAllergens.filter((group) => !isDeclared(group.id)),
  )
  if (undeclared?.isCertain) return explainUndeclared(id, undeclared.id)
  const ids = known.map((group) => group.id).join(', ')
  const nearest = meant ?? undeclared
  return {
    wrong: unknownId(id),
    write: {
      vi: `${nearest ? nearest.id : `một trong: ${ids}`}, hoặc khai nhóm này ở kitchen.yaml (${declaration}), hoặc bỏ đi`,
      en: `${nearest ? nearest.id : `one of ${ids}`}, or declare it in kitchen.yaml (${declaration}), or remove it`,
    },
  }
}

/** "nuts" must not be guessed. */
function explainNuts(written: string, isDeclared: boolean): Explanation {
  const line = `"- ${treeNutsId}"`
  return {
    wrong: {
      vi: `"${written}" có thể là lạc hoặc quả hạch`,
      en: `"${written}" may be peanuts or tree nuts`,
    },
    write: isDeclared
      ? { vi: `peanuts hoặc ${treeNutsId}`, en: `peanuts or ${treeNutsId}` }
      : {
          vi: `peanuts, hoặc ${treeNutsId} cùng dòng ${line} dưới allergens của kitchen.yaml`,
          en: `peanuts, or ${treeNutsId} and a line ${line} below allergens in kitchen.yaml`,
        },
  }
}

/** A line of `allergens` in kitchen.yaml. */
const declaration = '- { id: …, name: { vi: …, en: … } }'

function explainUndeclared(written: string, id: string): Explanation {
  const isId = written === id
  return {
    wrong: isId
      ? {
          vi: `"${id}" chưa được khai ở kitchen.yaml`,
          en: `"${id}" is not declared in kitchen.yaml`,
        }
      : {
          vi: `"${written}" thuộc ${id}, chưa được khai ở kitchen.yaml`,
          en: `"${written}" belongs to ${id}, which kitchen.yaml does not declare`,
        },
    write: {
      vi: `dòng "- ${id}" dưới allergens của kitchen.yaml${isId ? '' : `, và ${id} ở đây`}, hoặc bỏ đi`,
      en: `a line "- ${id}" below allergens in kitchen.yaml${isId ? '' : `, and ${id} here`}, or remove it`,
    },
  }
}
