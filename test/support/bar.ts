/** A bar that is open until 02:00, made from the sample restaurant. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Shop } from '../../src/domain/trade/trade.ts'
import { findTrade } from '../../src/variants/index.ts'
import { copyOf } from './content-errors.ts'

const barHours = `hours:
  - days: [5, 6]
    periods:
      - { from: "18:00", to: "02:00" }
  - days: [2, 3, 4]
    periods:
      - { from: "18:00", to: "24:00" }
`

const specialNight = `special_days:
  - from: "2026-12-24"
    to: "2026-12-24"
    reason: { vi: Đêm Giáng sinh, en: Christmas Eve }
    hours:
      - { from: "20:00", to: "27:30" }
  - from: "2026-12-25"
    to: "2026-12-25"
    reason: { vi: Nghỉ Giáng sinh, en: Closed on Christmas Day }
`

const services = `services:
  - id: evening
    name: { vi: Buổi tối, en: Evening }
    first: "18:00"
    last: "01:30"
`

/** A copy of the restaurant's content folder with other top-level entries in some files. */
export function barFolder(
  changes: Readonly<Record<string, Readonly<Record<string, string>>>> = {},
) {
  const folder = copyOf('restaurant')
  const all = {
    'business.yaml': { hours: barHours, special_days: specialNight, ...changes['business.yaml'] },
    'policy.yaml': { services, weekdays: 'weekdays: [2, 3, 4, 5, 6]\n', ...changes['policy.yaml'] },
    'tables.yaml': { ...changes['tables.yaml'] },
  }
  for (const [name, entries] of Object.entries(all)) {
    const file = join(folder, name)
    const text = Object.entries(entries).reduce(replaceEntry, readFileSync(file, 'utf8'))
    writeFileSync(file, text)
  }
  return folder
}

/** Open on Friday and Saturday until 02:00, from Tuesday to Thursday until midnight; a special night until 03:30. */
export function openBar(changes: Parameters<typeof barFolder>[0] = {}): Shop {
  return findTrade('restaurant').open(barFolder(changes))
}

/** The sample spa, open until 02:00 on all days, with all therapists on duty until then. */
export function openNightSpa(): Shop {
  const folder = copyOf('spa')
  const replaceIn = (name: string, pattern: RegExp, now: string) => {
    const file = join(folder, name)
    const text = readFileSync(file, 'utf8')
    if (!pattern.test(text)) throw new Error(`no ${pattern} in ${name}`)
    writeFileSync(file, text.replaceAll(pattern, now))
  }
  replaceIn('business.yaml', /\{ from: "09:00", to: "21:00" \}/g, '{ from: "09:00", to: "02:00" }')
  replaceIn('therapists.yaml', /(hours: \{ from: "\d\d:\d\d", to:) "\d\d:\d\d"/g, '$1 "02:00"')
  replaceIn('policy.yaml', /last_start: "19:30"/g, 'last_start: "00:30"')
  return findTrade('spa').open(folder)
}

/** An entry at the beginning of a line, with the indented lines and comments that follow it. */
function replaceEntry(text: string, [key, entry]: [string, string]): string {
  const pattern = new RegExp(`^${key}:.*\\n(?:(?:[ \\t]+|#).*\\n|\\n)*`, 'm')
  if (!pattern.test(text)) throw new Error(`no entry ${key}`)
  return text.replace(pattern, entry)
}
