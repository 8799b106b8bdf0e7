/** Phone numbers, links, mail addresses and positions on a map. */
import { formatPhone, parsePhone } from '../../kernel/phone.ts'
import { inQuotes, type Propose } from './proposal.ts'

/** With the 0 that belongs to the national form only: "+84 0912 345 678". */
export function hasDoubledPrefix(phone: string): boolean {
  return /^\+84[\s.-]*0/.test(phone)
}

function parseOwnPhone(text: string): string | undefined {
  return parsePhone(text.replace(/^\+?84[\s.-]*0/, '+84'))
}

export const proposePhone: Propose = ({ plain }) => {
  const phone = parseOwnPhone(plain)
  if (phone === undefined) return undefined
  return {
    values: [inQuotes(formatPhone(phone))],
    ...(hasDoubledPrefix(plain) && { wrong: zeroAfterPrefix }),
  }
}

const zeroAfterPrefix = (quoted: string) => ({
  vi: `${quoted} thừa số 0 sau +84`,
  en: `${quoted} has a 0 too many after +84`,
})

/** Messaging apps whose link contains the phone number without "+". */
const phoneLinks: Readonly<Record<string, string>> = {
  zalo: 'https://zalo.me/',
  whatsapp: 'https://wa.me/',
}

/** https://zalo.me/0912345678: Zalo finds the number only with 84 instead of 0. */
export function hasNationalNumber(address: string): boolean {
  return /^https:\/\/(zalo\.me|wa\.me)\/\+?0/.test(address)
}

export const proposeWebAddress: Propose = ({ plain, entry }) => {
  const [, app, number] = /^(?:https?:\/\/)?(zalo\.me|wa\.me)\/\+?([0-9]+)$/.exec(plain) ?? []
  const phone = parseOwnPhone(number ?? plain)
  if (phone !== undefined) {
    const base =
      app === undefined ? phoneLinks[String(entry.name).toLowerCase()] : `https://${app}/`
    const wrong = app !== undefined && /^0/.test(number ?? '') ? zeroInLink : undefined
    return base === undefined
      ? undefined
      : { values: [`${base}${phone.slice(1)}`], ...(wrong && { wrong }) }
  }
  const address = `https://${plain.replace(/^(https?:)?\/*/i, '')}`
  return /^https:\/\/[\w-]+(\.[\w-]+)+(\/\S*)?$/.test(address) ? { values: [address] } : undefined
}

const zeroInLink = (quoted: string) => ({
  vi: `số trong ${quoted} cần 84 thay cho số 0 đầu`,
  en: `the number in ${quoted} needs 84 instead of the first 0`,
})

export const proposeEmail: Propose = ({ plain }) => {
  const address = plain
    .replace(/^mailto:/i, '')
    .replace(/\s/g, '')
    .replace(/\(at\)|\[at\]/i, '@')
  return /^[\w.+-]+@[\w-]+(\.[\w-]+)+$/.test(address) ? { values: [address] } : undefined
}

/** Vietnam lies between these degrees, so swapped numbers can be recognized. */
const isLatitude = (degrees: number) => degrees > 8 && degrees < 24
const isLongitude = (degrees: number) => degrees > 102 && degrees < 118

export const proposeDegrees: Propose = ({ plain, entry }) => {
  const [latitude, longitude] = [Number(entry.latitude), Number(entry.longitude)]
  if (isLongitude(latitude) && isLatitude(longitude)) {
    return {
      wrong: () => ({ vi: 'hai số bị đổi chỗ cho nhau', en: 'the two numbers are swapped' }),
      values: [String(longitude)],
      lines: [`longitude: ${latitude}`],
    }
  }
  const number = Number(plain.replace(',', '.'))
  return isLatitude(number) || isLongitude(number) ? { values: [String(number)] } : undefined
}
