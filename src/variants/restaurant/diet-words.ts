/** What guests call a diet: its name, several together, or what must not be in a dish ("gluten-free"). */
import type { ArgumentReading, ReadingContext } from '../../kernel/argument-reader.ts'
import { forEachLocale, type LocalizedText } from '../../kernel/locale.ts'
import { readName, type Synonym } from '../../kernel/name-reader.ts'
import { findNearest } from '../../kernel/nearest.ts'
import type { RestaurantFiles } from './files.ts'

type Kitchen = RestaurantFiles['kitchen']

type Read = (value: unknown, context: ReadingContext) => ArgumentReading

/** `readAllergens` is missing in a restaurant that states no allergens. */
export function dietReader({ diets, allergens }: Kitchen, readAllergens: Read | undefined): Read {
  const readOne = readName(diets, { synonyms: dietSynonyms(diets) })
  const readExcluded = (text: string, context: ReadingContext): ArgumentReading | undefined => {
    const name = excludedName(text)
    return name === undefined ? undefined : readAllergens?.([name], context)
  }

  return (value, context) => {
    const texts = textsOf(value)
    if (texts === undefined) return { value }
    const chosen: string[] = []
    const excluded: string[] = []
    for (const text of texts) {
      const diet = readOne(text)
      if (!('error' in diet)) {
        if (diet.value !== undefined) chosen.push(String(diet.value))
        continue
      }
      const reading = readExcluded(text, context)
      if (reading && !('error' in reading)) excluded.push(...(reading.value as string[]))
      else if (reading && isTracked(reading)) return reading
      else return isNear(text, diets) || isAnswered(diet) ? diet : notStated(text, diets)
    }
    const [one, ...others] = [...new Set(chosen)]
    if (others.length > 0) return { error: oneDiet(chosen) }
    return {
      value: one,
      ...((excluded.length > 0 || one !== value) && {
        as: readingText(
          diets.filter(({ id }) => id === one),
          namedOf(allergens, excluded),
        ),
      }),
      ...(excluded.length > 0 && { also: { exclude_allergens: excluded } }),
    }
  }
}

/** "gluten-free, không sữa" → each of them. A list may be sent where one diet is expected. */
function textsOf(value: unknown): string[] | undefined {
  const list = Array.isArray(value) ? value : [value]
  if (!list.every((one) => typeof one === 'string')) return undefined
  const texts = list.flatMap((text) => text.split(/[,;+&]|\s(?:and|và)\s/i))
  return texts.map((text) => text.trim()).filter((text) => text !== '')
}

/** "gluten-free", "no dairy", "không gluten" → what is left out. */
function excludedName(text: string): string | undefined {
  if (/^c(?:o)?eliac$/i.test(text)) return 'gluten'
  const before =
    /^(?:no|non|without|free (?:of|from)|không(?: có| ăn| chứa)?|kiêng|tránh)[\s-]+(.+)$/iu
  const after = /^(.+?)[\s-]*free$/iu
  return (before.exec(text.normalize('NFC')) ?? after.exec(text))?.[1]
}

/** An error about allergens that is more than an unknown name, such as a question about nuts. */
function isTracked(reading: ArgumentReading): boolean {
  return (
    'error' in reading && (reading.error.who === 'guest' || reading.error.nearest !== undefined)
  )
}

/** The reader has a text of its own for this word. */
function isAnswered(reading: ArgumentReading): boolean {
  return 'error' in reading && reading.error.who === 'guest'
}

function isNear(text: string, diets: Kitchen['diets']): boolean {
  return findNearest(text, diets, ({ id, name }) => [id, name.vi, name.en]) !== undefined
}

function namedOf(allergens: Kitchen['allergens'], ids: readonly string[]) {
  return allergens.filter(({ id }) => ids.includes(id))
}

type Named = { name: LocalizedText }

function readingText(diets: readonly Named[], excluded: readonly Named[]): LocalizedText {
  return forEachLocale((locale) => {
    const list = (named: readonly Named[]) => named.map(({ name }) => name[locale]).join(', ')
    const without = excluded.length > 0 && {
      vi: `bỏ các món có ${list(excluded)} (exclude_allergens)`,
      en: `without dishes that contain ${list(excluded)} (exclude_allergens)`,
    }
    return [list(diets), without ? without[locale] : ''].filter((part) => part !== '').join(', ')
  })
}

function notStated(text: string, diets: Kitchen['diets']): ArgumentReading {
  const shown = text.slice(0, 40)
  const list = forEachLocale((locale) => diets.map(({ name }) => name[locale]).join(', '))
  return {
    error: {
      who: 'guest',
      code: 'not_one_of',
      message: {
        vi: `Quán không ghi món nào là “${shown}”; nhân viên trả lời được. Quán chỉ ghi: ${list.vi}. Chọn một trong số đó?`,
        en: `The restaurant states nothing about “${shown}”; staff can answer. It states: ${list.en}. Is one of these meant?`,
      },
      choices: diets.map(({ id }) => id),
    },
  }
}

function oneDiet(chosen: readonly string[]) {
  return {
    who: 'model' as const,
    code: 'not_one_of' as const,
    message: {
      vi: 'Mỗi lần chỉ lọc theo một chế độ ăn: gọi một lần cho mỗi chế độ.',
      en: 'The list can be of one diet at a time: one call for each.',
    },
    choices: [...new Set(chosen)],
  }
}

/** No diet of a kitchen is halal; what comes nearest is offered with what it means. */
function dietSynonyms(diets: Kitchen['diets']): Synonym[] {
  const noPork = diets.find(({ id }) => id === 'no_pork')
  return [
    {
      words: ['halal', 'muslim', 'hồi giáo'],
      error: {
        who: 'guest',
        code: 'not_one_of',
        message: forEachLocale((locale) => {
          const nearest = noPork && `${noPork.name[locale]}: ${noPork.meaning[locale]}.`
          return {
            vi: `Quán không ghi món nào là halal.${nearest ? ` ${nearest} Như vậy chưa phải halal; có được không?` : ''}`,
            en: `No dish is declared halal.${nearest ? ` ${nearest} That is not halal; is it acceptable?` : ''}`,
          }[locale]
        }),
        ...(noPork && { choices: [noPork.id] }),
      },
    },
    { words: ['veg', 'veggie', 'chay', 'ăn chay', 'meatless'], ids: ['vegetarian'] },
    { words: ['plant based', 'chay trường', 'ăn chay trường'], ids: ['vegan'] },
    { words: ['pork free', 'without pork', 'không lợn', 'không heo'], ids: ['no_pork'] },
  ]
}
