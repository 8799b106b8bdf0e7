/** Finds which id an owner meant: by its name, by what it covers, or by its spelling. */
import { foldDiacritics } from '../kernel/fold-diacritics.ts'
import type { LocalizedText } from '../kernel/locale.ts'
import { nameOf, valueAt } from './field-label.ts'
import { findClosestWord, findTypingError, toSlug } from './proposals/closest-word.ts'
import { formatAlternatives } from './schema-message.ts'

/** An entry that can be referred to by its id, or only the id. `words` are things that belong to it. */
export type Known = string | { id: string; words?: readonly string[] }

export type MeantId = {
  id: string
  /** Why this one: "tôm" belongs to crustaceans. */
  reason: LocalizedText
  /** False if it is only the most similar one. */
  isCertain: boolean
}

export function idOf(known: Known): string {
  return typeof known === 'string' ? known : known.id
}

export function findMeantId(text: string, known: readonly Known[]): MeantId | undefined {
  const wanted = foldDiacritics(text)
  if (wanted === '') return undefined
  const findId = (matches: (one: Known) => boolean) => {
    const found = known.find(matches)
    return found === undefined ? undefined : idOf(found)
  }
  const spelled = findId((one) => toSlug(idOf(one)) === toSlug(text))
  if (spelled !== undefined) return { id: spelled, reason: unknownId(text), isCertain: true }
  const named = findId((one) => namesOf(one).includes(wanted))
  if (named !== undefined) return { id: named, reason: calledText(text, named), isCertain: true }
  const begun = findId((one) => namesOf(one).some((name) => startsWithWords(name, wanted)))
  if (begun !== undefined) {
    const possible = known.filter((one) => namesOf(one).some((name) => hasWords(name, wanted)))
    const { vi, en } = formatAlternatives([...new Set([begun, ...possible.map(idOf)])])
    const reason = { vi: `"${text}" là ${vi}`, en: `"${text}" is ${en}` }
    return { id: begun, reason, isCertain: true }
  }
  const covering = findId((one) => coveredBy(one).includes(wanted))
  if (covering !== undefined) {
    const reason = {
      vi: `"${text}" thuộc ${covering}`,
      en: `"${text}" belongs to ${covering}`,
    }
    return { id: covering, reason, isCertain: true }
  }
  const ids = known.map(idOf)
  const longer = ids.filter((id) => id.startsWith(`${toSlug(text)}-`))
  // An allergen must not be guessed: "nuts" are not peanuts.
  const mustBeExact = known.some((one) => typeof one !== 'string' && one.words !== undefined)
  const find = mustBeExact ? findTypingError : findClosestWord
  const similar = longer.length === 1 ? longer[0] : find(text, ids)
  return similar === undefined
    ? undefined
    : { id: similar, reason: unknownId(text), isCertain: false }
}

export function unknownId(text: string): LocalizedText {
  return { vi: `không có "${text}"`, en: `there is no "${text}"` }
}

function calledText(text: string, id: string): LocalizedText {
  return { vi: `"${text}" ở đây viết là ${id}`, en: `"${text}" is written as ${id} here` }
}

function namesOf(known: Known): string[] {
  const names = [valueAt(known, ['name', 'vi']), valueAt(known, ['name', 'en']), nameOf(known)]
  return names.filter((name) => typeof name === 'string').map(foldDiacritics)
}

function startsWithWords(name: string, wanted: string): boolean {
  return wanted.length >= 2 && `${name} `.startsWith(`${wanted} `)
}

function hasWords(name: string, wanted: string): boolean {
  return ` ${name} `.includes(` ${wanted} `)
}

/** The things in a text such as "Tôm, tép, cua bể và mắm tôm". */
function coveredBy(known: Known): string[] {
  const words = typeof known === 'string' ? [] : (known.words ?? [])
  const texts = [valueAt(known, ['covers', 'vi']), valueAt(known, ['covers', 'en']), ...words]
  return texts
    .filter((text) => typeof text === 'string')
    .flatMap((text) => foldDiacritics(text).split(/[,;.()]|\b(?:va|and|hay|hoac|or|ke ca)\b/))
    .map((thing) => thing.trim())
}
