/** Keeps together in the texts of a page what belongs together: amounts, periods, numbers with their unit. */
import type { Locale } from '../../kernel/locale.ts'

/** What machines read, and texts that the guest typed or copies. */
const verbatim = new Set(['script', 'style', 'pre', 'code', 'textarea', 'svg'])

const headings = new Set(['h1', 'h2', 'h3'])

/** `page`: the body of a page as HTML. */
export function typeset(page: string, locale: Locale): string {
  let verbatimElement: string | undefined
  let isHeading = false
  let isOption = false
  return page.replace(/<(\/?)([a-z0-9]+)[^>]*>|[^<]+/g, (part, slash, name) => {
    if (name === undefined) {
      if (verbatimElement !== undefined) return part
      const text = typesetText(part, locale)
      if (isHeading) return keepPeriods(keepUnits(text))
      return isOption ? text : keepPeriods(text)
    }
    const isStart = slash === ''
    if (verbatimElement === undefined && isStart && verbatim.has(name)) verbatimElement = name
    else if (verbatimElement === name && !isStart) verbatimElement = undefined
    if (headings.has(name)) isHeading = isStart
    // It contains no elements.
    if (name === 'option') isOption = isStart
    return part
  })
}

function typesetText(text: string, locale: Locale): string {
  if (!/\d/.test(text)) return text
  const joined = text.replace(/(\d) ₫/g, '$1\u00a0₫')
  return joined.replace(internationalPhone, (number: string, rest: string) =>
    (locale === 'vi' ? `0${rest}` : number).replaceAll(' ', '\u00a0'),
  )
}

function keepPeriods(text: string): string {
  return text.replace(/\d{1,2}:\d\d–\d{1,2}:\d\d/g, '<span class="keep">$&</span>')
}

/** "+84 24 3718 0146"; guests in Vietnam know it as "024 3718 0146". */
const internationalPhone = /\+84 (\d{1,3}(?: \d{3,4}){2})(?!\d)/g

function keepUnits(heading: string): string {
  return heading.replace(
    /(\d) (?=(?:phút|giờ|khách|người|minutes?|hours?|guests?|people)\b)/g,
    '$1\u00a0',
  )
}
