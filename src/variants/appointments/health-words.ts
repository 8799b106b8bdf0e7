/** What guests call the health boxes besides their names in the content, in arguments and in notes. */
import { foldDiacritics } from '../../kernel/fold-diacritics.ts'
import type { Synonym } from '../../kernel/name-reader.ts'

const otherConditions = [
  'allergy',
  'allergies',
  'allergic',
  'asthma',
  'diabetes',
  'epilepsy',
  'cancer',
  'heart condition',
  'pacemaker',
  'dị ứng',
  'hen suyễn',
  'tiểu đường',
  'động kinh',
  'ung thư',
  'bệnh tim',
]

const nursingWords = ['nursing', 'breastfeeding', 'cho con bú']

const pregnancyWords = [
  'pregnant',
  'pregnancy',
  'trimester',
  'mang thai',
  'có thai',
  'có bầu',
  'mang bầu',
  'bầu',
  'thai kỳ',
]

/** By the ids of the boxes that the sample shops have. */
export const healthWords: Readonly<Record<string, readonly string[]>> = {
  pregnant: [...pregnancyWords, ...nursingWords],
  skin_condition: [
    'eczema',
    'psoriasis',
    'rosacea',
    'dermatitis',
    'skin condition',
    'chàm',
    'vảy nến',
    'viêm da',
    'bệnh da',
  ],
  wound: ['wound', 'open cut', 'stitches', 'vết thương', 'vết khâu'],
  recent_surgery: ['surgery', 'operation', 'phẫu thuật', 'mới mổ', 'vừa mổ'],
  blood_pressure: ['blood pressure', 'hypertension', 'huyết áp'],
  allergy_to_herbs: ['allergy', 'allergies', 'allergic', 'dị ứng'],
  dye_allergy: [
    'dye allergy',
    'allergic to dye',
    'allergic to hair dye',
    'allergy to dye',
    'allergy to hair dye',
    'dị ứng thuốc nhuộm',
    'henna',
  ],
  scalp_condition: ['sore scalp', 'scalp condition', 'da đầu trầy', 'da đầu rát', 'viêm da đầu'],
  neck_pain: ['neck pain', 'painful neck', 'stiff neck', 'đau cổ'],
}

/** Words for the boxes that are too general for a note. */
const argumentWords: Readonly<Record<string, readonly string[]>> = {
  pregnant: ['expecting'],
  skin_condition: ['sensitive skin'],
  wound: ['cut', 'open wound', 'vết thương hở', 'trầy xước'],
  recent_surgery: ['operated', 'mổ'],
  blood_pressure: ['hypotension', 'cao huyết áp', 'huyết áp cao', 'tụt huyết áp', 'huyết áp thấp'],
  allergy_to_herbs: ['nut allergy', 'honey allergy', 'herb allergy', 'dị ứng tinh dầu'],
  dye_allergy: ['hair dye allergy', 'ppd allergy', 'ppd'],
  neck_pain: ['đau vai gáy'],
}

/** For the argument of a tool. Ids that a shop does not ask about are left out. */
export const healthSynonyms: readonly Synonym[] = Object.entries(healthWords).map(
  ([id, words]) => ({ ids: [id], words: [...words, ...(argumentWords[id] ?? [])] }),
)

/** Also those of boxes that a shop does not have. */
export const healthCues = [...otherConditions, ...Object.values(healthWords).flat()]

/** The month of pregnancy that a text tells: "12 weeks pregnant" is the third. Undefined if it tells none. */
export function pregnancyMonth(text: string): number | undefined {
  const words = text.normalize('NFC').toLowerCase()
  if (/first trimester|(ba|3) tháng đầu|(ba|3) thang dau/u.test(words)) return 1
  if (/(second|third) trimester|(ba|3) (tháng|thang) (giữa|giua|cuối|cuoi)/u.test(words)) return 4
  if (isAfterBirth(words)) return monthsOfPregnancy + 1
  const alone = toNumber(numberAlone.exec(words)?.[1])
  if (alone !== undefined) return alone > monthsOfPregnancy ? monthOfWeek(alone) : alone
  const subject = words.search(new RegExp(pregnancyWords.join('|'), 'u'))
  const [nearest] = [...words.matchAll(periods)].sort(
    (one, other) => Math.abs(one.index - subject) - Math.abs(other.index - subject),
  )
  const { number, ordinal, unit = nearest?.groups?.ordinalUnit ?? '' } = nearest?.groups ?? {}
  const value = toNumber(number ?? ordinal)
  return value !== undefined && /^(w|tu)/u.test(unit) ? monthOfWeek(value) : value
}

/** "My wife is pregnant": the words may be about someone who does not come. */
export function mentionsOtherPerson(text: string): boolean {
  return otherPerson.test(foldDiacritics(text).toLowerCase())
}

const otherPerson = new RegExp(
  '(?<![a-z])(?:(?:my|our) (?:wife|husband|partner|girlfriend|boyfriend|friend|sister|brother|mother|mum|mom|' +
    'daughter|son|aunt|colleague)|vo (?:toi|em|minh|anh|chau)|chong (?:toi|em|minh|chau)|(?:ban|chi|em|me|con)' +
    '(?: gai)? (?:cua )?(?:toi|em|minh|chau))(?![a-z])',
  'u',
)

function monthOfWeek(week: number): number {
  return Math.ceil(week / weeksPerMonth)
}

/** The words for nursing tick the same box, and a baby's age is no month of a pregnancy. */
function isAfterBirth(words: string): boolean {
  const has = (some: readonly string[]) => some.some((word) => words.includes(word))
  return has(nursingWords) && !has(pregnancyWords)
}

const monthsOfPregnancy = 9
const weeksPerMonth = 13 / 3

const numberWords: Readonly<Record<string, number>> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  first: 1,
  second: 2,
  third: 3,
  fourth: 4,
  fifth: 5,
  sixth: 6,
  seventh: 7,
  eighth: 8,
  ninth: 9,
  một: 1,
  hai: 2,
  ba: 3,
  bốn: 4,
  tư: 4,
  năm: 5,
  sáu: 6,
  bảy: 7,
  tám: 8,
  chín: 9,
}

const count = `[0-9]{1,2}|${Object.keys(numberWords).join('|')}`
const units = 'weeks?|months?|tuần|tuan|tháng|thang'
/** The answer to the question for the month: "5"; more than nine are weeks. */
const numberAlone = new RegExp(`^\\s*(${count})(?:st|nd|rd|th)?[\\s.!]*$`, 'u')
/** "3 months", "third month", "tháng thứ ba", "12 tuần", "week 12". */
const periods = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:(?<number>${count})(?:st|nd|rd|th)?[\\s-]*(?<unit>${units})|` +
    `(?<ordinalUnit>tháng|thang|month|tuần|tuan|week)(?: thứ| thu)? (?<ordinal>${count}))(?![\\p{L}\\p{N}])`,
  'gu',
)

function toNumber(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  return numberWords[text] ?? Number(text)
}
