/** What guests call the allergen groups that a kitchen tracks, besides the names in the content. */
import type { ReadingError } from '../../kernel/argument-reader.ts'
import { forEachLocale, type LocalizedText } from '../../kernel/locale.ts'
import type { Synonym } from '../../kernel/name-reader.ts'
import { type AllergenGroup, readyMadeAllergens, treeNutsId } from './ready-made-allergens.ts'

/** Words for the nine groups of every kitchen; some stand for several. */
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

/** Words that may mean peanuts or tree nuts. In a sentence, "hạt" may also be any seed. */
const nutWords = ['nuts', 'nut', 'all nuts', 'các loại hạt']
const seedWord = 'hạt'

type Groups = readonly AllergenGroup[]

/** The words of each group, with those that also stand for others. */
export function allergenWords(tracked: Groups): Record<string, string[]> {
  const byId: Record<string, string[]> = {}
  for (const { ids, words } of [...groups, ...ownWords(tracked), ...nutGroups(tracked)]) {
    for (const id of ids) byId[id] = [...(byId[id] ?? []), ...words]
  }
  return byId
}

/** The words that name one group only: seafood, for example, may be any of three. */
export function unambiguousWords(tracked: Groups): Record<string, string[]> {
  const byId = allergenWords(tracked)
  const all = Object.values(byId).flatMap((words) => [...new Set(words)])
  const isUnambiguous = (word: string) => all.indexOf(word) === all.lastIndexOf(word)
  return Object.fromEntries(
    Object.entries(byId).map(([id, words]) => [id, [...new Set(words)].filter(isUnambiguous)]),
  )
}

function ownWords(tracked: Groups) {
  return tracked.map(({ id, words }) => ({ ids: [id], words }))
}

/** Each word with every group that has it: what a guest avoids must not be read too narrowly. */
function trackedSynonyms(tracked: Groups): Synonym[] {
  const idsByWord = new Map<string, string[]>()
  for (const { ids, words } of [...groups, ...ownWords(tracked)]) {
    for (const word of words) idsByWord.set(word, [...(idsByWord.get(word) ?? []), ...ids])
  }
  return [...idsByWord].map(([word, ids]) => ({ words: [word], ids }))
}

function nutGroups(tracked: Groups, more: readonly string[] = []) {
  const words = [...nutWords, ...more]
  return isTracked(tracked, treeNutsId) ? [{ ids: ['peanuts', treeNutsId], words }] : []
}

function isTracked(tracked: Groups, wanted: string): boolean {
  return tracked.some(({ id }) => id === wanted)
}

/** What a word means in a request. A guest who avoids nuts is asked which. */
export function requestSynonyms(tracked: Groups): Synonym[] {
  return [
    ...trackedSynonyms(tracked),
    {
      words: [...nutWords, seedWord],
      error: isTracked(tracked, treeNutsId) ? whichNuts : peanutsOrOthers,
    },
    ...untrackedGroups(tracked).map((group) => ({
      words: namesAndWords(group),
      error: untrackedError(group, {
        vi: 'Hãy ghi vào allergy_details để báo nhân viên.',
        en: 'Write it in allergy_details, and staff are told.',
      }),
    })),
  ]
}

/** What a word means in a filter, which cannot leave out what is not tracked. */
export function filterSynonyms(tracked: Groups): Synonym[] {
  const list = forEachLocale((locale) => tracked.map(({ name }) => name[locale]).join(', '))
  const rest = {
    vi: `Danh sách không lọc được theo nhóm này. Các nhóm: ${list.vi}.`,
    en: `The list cannot leave it out. The groups: ${list.en}.`,
  }
  return [
    ...trackedSynonyms(tracked),
    ...nutGroups(tracked, [seedWord]),
    ...untrackedGroups(tracked).map((group) =>
      group.id === treeNutsId
        ? { words: [...nutWords, seedWord, ...namesAndWords(group)], error: nutsNotTracked(list) }
        : { words: namesAndWords(group), error: untrackedError(group, rest) },
    ),
  ]
}

function untrackedGroups(tracked: Groups) {
  return readyMadeAllergens.filter(({ id }) => !isTracked(tracked, id))
}

/** Whether a text may mean peanuts as well as tree nuts. */
export function isNutWord(text: string): boolean {
  return [...nutWords, seedWord].includes(text.trim().toLowerCase())
}

function namesAndWords({ id, name, words }: AllergenGroup): string[] {
  return [id, name.vi, name.en, ...words]
}

const whichNuts: ReadingError = {
  who: 'guest',
  code: 'not_one_of',
  message: {
    vi: 'Dị ứng lạc, các loại hạt khác (điều, hạnh nhân…) hay cả hai?',
    en: 'Peanuts, tree nuts (cashew, almond …) or both?',
  },
  choices: ['peanuts', treeNutsId],
}

const peanutsOrOthers: ReadingError = {
  who: 'guest',
  code: 'not_one_of',
  message: {
    vi: 'Dị ứng lạc hay các loại hạt khác (điều, hạnh nhân…)? Bếp chỉ theo dõi lạc; hạt khác xin nói rõ để báo nhân viên.',
    en: 'Peanuts or tree nuts (cashew, almond …)? The kitchen tracks only peanuts; say which other nuts, and staff are told.',
  },
  choices: ['peanuts'],
}

function untrackedError({ name }: AllergenGroup, rest: LocalizedText): ReadingError {
  return {
    who: 'model',
    code: 'not_one_of',
    message: {
      vi: `Bếp không theo dõi nhóm ${name.vi}. ${rest.vi}`,
      en: `${name.en}: not tracked by this kitchen. ${rest.en}`,
    },
  }
}

function nutsNotTracked(list: LocalizedText): ReadingError {
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
