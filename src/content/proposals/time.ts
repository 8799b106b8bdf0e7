/** Times as owners write them: 10h30, 9:00, 10.30, 7h tối. */
import { foldDiacritics } from '../../kernel/fold-diacritics.ts'
import { timeOf } from '../../kernel/time.ts'
import { type Correction, inQuotes, type Propose } from './proposal.ts'

const step = 15
const endOfDay = 24 * 60

/** Minutes since midnight. */
function parseTime(text: string): number | undefined {
  const pattern =
    /^([0-9]{1,2})(?:\s*(?:h|gio|g|:|\.|,|\s)\s*([0-9]{1,2})?)?\s*(?:p|phut)?\s*(sang|trua|chieu|toi|dem|am|pm)?$/
  const [, hours, minutes = '0', part = ''] = pattern.exec(foldDiacritics(text)) ?? []
  if (hours === undefined) return undefined
  const isAfternoon = ['chieu', 'toi', 'dem', 'pm'].includes(part) && Number(hours) < 12
  const total = (Number(hours) + (isAfternoon ? 12 : 0)) * 60 + Number(minutes)
  return Number(minutes) < 60 && total <= endOfDay ? total : undefined
}

export const proposeTime: Propose = ({ plain }): Correction | undefined => {
  const minutes = parseTime(plain)
  if (minutes === undefined) return undefined
  if (minutes % step === 0) return { values: [inQuotes(timeOf(minutes))] }
  if (minutes === endOfDay - 1) return { wrong: notOnQuarter, values: [inQuotes('24:00')] }
  const before = minutes - (minutes % step)
  return { wrong: notOnQuarter, values: [before, before + step].map((at) => inQuotes(timeOf(at))) }
}

const notOnQuarter = (quoted: string) => ({
  vi: `${quoted} không chẵn 15 phút`,
  en: `${quoted} is not on a quarter of an hour`,
})
