/** What guests call the allergen groups that the kitchen tracks, besides the names in the content. */
import type { ReadingError } from '../../kernel/argument-reader.ts'
import { forEachLocale } from '../../kernel/locale.ts'
import type { NamedValue, Synonym } from '../../kernel/name-reader.ts'

/** Ids that a kitchen does not track are left out. */
const groups: readonly { ids: readonly string[]; words: readonly string[] }[] = [
  { ids: ['crustaceans', 'molluscs'], words: ['shellfish', 'shell fish', 'hải sản có vỏ'] },
  { ids: ['crustaceans', 'molluscs', 'fish'], words: ['seafood', 'hải sản', 'đồ biển'] },
  {
    ids: ['crustaceans'],
    words: [
      'shrimp',
      'shrimps',
      'prawn',
      'prawns',
      'crab',
      'crabs',
      'lobster',
      'tôm',
      'cua',
      'tép',
      'tôm cua',
      'crustacean',
      'ghẹ',
      'mắm tôm',
    ],
  },
  {
    ids: ['molluscs'],
    words: [
      'mollusc',
      'mollusks',
      'mollusk',
      'squid',
      'clams',
      'clam',
      'mussels',
      'oysters',
      'snail',
      'snails',
      'mussel',
      'oyster',
      'hến',
      'ốc',
      'mực',
      'ngao',
      'sò',
      'nghêu',
    ],
  },
  {
    ids: ['peanuts'],
    words: ['peanut', 'groundnut', 'groundnuts', 'đậu phộng', 'đậu phụng', 'lạc', 'dị ứng lạc'],
  },
  {
    ids: ['milk'],
    words: [
      'dairy',
      'lactose',
      'cow milk',
      'cow’s milk',
      'cream',
      'cheese',
      'yoghurt',
      'phô mai',
      'butter',
      'sữa bò',
      'bơ sữa',
    ],
  },
  { ids: ['gluten'], words: ['wheat', 'coeliac', 'celiac', 'flour', 'lúa mì', 'bột mì'] },
  {
    ids: ['soy'],
    words: ['soya', 'soybean', 'soybeans', 'tofu', 'đậu tương', 'đậu phụ', 'xì dầu'],
  },
  { ids: ['sesame'], words: ['sesame seeds', 'sesame seed', 'vừng', 'mè', 'hạt mè'] },
  { ids: ['eggs'], words: ['egg', 'trứng gà', 'trứng vịt', 'hột gà'] },
  { ids: ['fish'], words: ['fish sauce', 'nước mắm', 'cá biển'] },
]

/** The words of each group, for allergies in a note. */
export const allergenWords: Readonly<Record<string, readonly string[]>> = wordsByGroup()

function wordsByGroup(): Record<string, string[]> {
  const byId: Record<string, string[]> = {}
  for (const { ids, words } of groups) {
    for (const id of ids) byId[id] = [...(byId[id] ?? []), ...words]
  }
  return byId
}

const nutWords = [
  'nuts',
  'nut',
  'tree nuts',
  'tree nut',
  'all nuts',
  'các loại hạt',
  'hạt',
  'quả hạch',
]

/** `nuts` is the error for a word that may mean peanuts or tree nuts, which no kitchen here tracks. */
export function allergenSynonyms(nuts: ReadingError): Synonym[] {
  return [...groups, { words: nutWords, error: nuts }]
}

/** A guest who avoids nuts is asked which. */
export const whichNuts: ReadingError = {
  who: 'guest',
  code: 'not_one_of',
  message: {
    vi: 'Dị ứng lạc hay các loại hạt khác (điều, hạnh nhân…)? Bếp chỉ theo dõi lạc; hạt khác xin nói rõ để báo nhân viên.',
    en: 'Peanuts or tree nuts (cashew, almond …)? The kitchen tracks only peanuts; say which other nuts, and staff are told.',
  },
  choices: ['peanuts'],
}

/** A filter cannot leave out what is not tracked. */
export function nutsNotTracked(allergens: readonly NamedValue[]): ReadingError {
  const list = forEachLocale((locale) => allergens.map(({ name }) => name[locale]).join(', '))
  return {
    who: 'model',
    code: 'not_one_of',
    message: {
      vi: `Bếp không theo dõi các loại hạt, nên danh sách không bỏ được món có hạt; lạc thì được. Các nhóm: ${list.vi}.`,
      en: `Tree nuts are not tracked, so the list cannot leave them out; it can leave out peanuts. The groups: ${list.en}.`,
    },
    nearest: 'peanuts',
  }
}

/** Words by which a note names an allergy. */
export const allergyCues = [
  'allergy',
  'allergies',
  'allergic',
  'anaphylaxis',
  'anaphylactic',
  'epipen',
  'intolerance',
  'intolerant',
  'coeliac',
  'celiac',
  'cannot eat',
  'can not eat',
  'can’t eat',
  'must not eat',
  'avoid',
  'dị ứng',
  'phản vệ',
  'không ăn được',
  'không được ăn',
  'không dung nạp',
  'kiêng',
]
