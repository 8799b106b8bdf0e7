/** The usual opening hours: the same on most days, with other ones on some. */
import type { Field } from '../../../content/edit/fields.ts'
import { readField, shownFields, showTime } from '../../../content/edit/read-fields.ts'
import { valueAt } from '../../../content/field-label.ts'
import type { LocalizedText } from '../../../kernel/locale.ts'
import { shortWeekdayNames, weekdayNames } from '../../../kernel/weekday.ts'
import { type Html, html } from '../../../ui/html.ts'
import { disclosure, hiddenInput } from '../../components.ts'
import { ownValue } from '../business.ts'
import { type LeftoverValues, withoutPath } from '../leftovers.ts'
import { businessFile, isOfSample, type SetupState } from '../state.ts'
import type { SetupStep, Shown } from '../step.ts'

type Period = { from?: string; to?: string }
type Group = { days?: readonly number[]; periods?: readonly Period[] }

const policyFile = 'policy.yaml'

/** Rules of the sample that depend on its hours; without them, guests can book whenever the shop is open. */
const rulesOfHours = ['weekdays', 'services', 'first_start', 'last_start']

export const hoursStep: SetupStep = {
  id: 'hours',
  title: { vi: 'Giờ mở cửa', en: 'Opening hours' },
  hint: {
    vi: 'Chọn các ngày mở và giờ mở. Ngày không chọn là nghỉ. Tết và ngày lễ bạn ghi sau, ở “Giờ mở cửa, ngày riêng”.',
    en: 'Choose the days and the times. A day that is not chosen is closed. Holidays come later, in “Hours and special days”.',
  },
  summary(state) {
    const groups = ownValue(state, ['hours'])
    return Array.isArray(groups)
      ? groups.map((group) => describe(group as Group, state)).join(' · ')
      : undefined
  },
  fields(state, shown) {
    const groups = shown.form ? readHours(state, shown.form) : currentHours(state)
    const [first = {}, ...others] = groups
    const rows = [...others, {}].map((group, index) => groupFields(group, index + 1, state, shown))
    return html`${hiddenInput(shownFields, 'hours')}${hiddenInput('hours.count', rows.length + 1)}
${groupFields(first, 0, state, shown)}
${disclosure(
  words.otherDays[state.locale],
  html`<p class="hint">${words.otherHint[state.locale]}</p>${rows}`,
  { isOpen: others.length > 0 || hasErrors(shown) },
)}`
  },
  async read(state, { form }) {
    const hours = withoutRepeatedDays(readHours(state, form))
    if (hours.length === 0) return words.missing
    const business = { ...(state.read(businessFile) as object), hours }
    const values: LeftoverValues = new Map([[businessFile, withoutSampleDays(state, business)]])
    const rules = rulesOfHours.filter((name) => isOfSample(state, policyFile, [name]))
    if (rules.length > 0) {
      const start = state.read(policyFile)
      values.set(
        policyFile,
        rules.reduce((value, name) => withoutPath(value, [name]), start),
      )
    }
    return { values }
  },
}

function describe({ days = [], periods = [] }: Group, { locale }: SetupState): string {
  const times = periods.map(({ from, to }) => `${from}–${to}`).join(', ')
  return `${weekdayNames(days.map(Number))[locale]} ${times}`
}

function currentHours(state: SetupState): Group[] {
  const hours = valueAt(state.read(businessFile), ['hours'])
  return Array.isArray(hours) ? (hours as Group[]) : []
}

function hoursField({ editor }: SetupState): Field | undefined {
  return editor.parts.find(({ id }) => id === 'hours')?.members.hours
}

function readHours(state: SetupState, form: URLSearchParams): Group[] {
  const field = hoursField(state)
  const { languages } = state.context.shop
  const typed = field && readField(field, 'hours', undefined, { form, languages })
  return Array.isArray(typed) ? (typed as Group[]) : []
}

/** A day that has other hours further down is not open at those of the others. */
function withoutRepeatedDays(groups: readonly Group[]): Group[] {
  return groups
    .map((group, index) => {
      const later = new Set(groups.slice(index + 1).flatMap(({ days = [] }) => days))
      return { ...group, days: group.days?.filter((day) => !later.has(day)) ?? [] }
    })
    .filter(({ days }) => days.length > 0)
}

/** The holidays of the sample, with its hours. */
function withoutSampleDays(state: SetupState, business: object): unknown {
  return isOfSample(state, businessFile, ['special_days'])
    ? withoutPath(business, ['special_days'])
    : business
}

function hasErrors({ errors }: Shown): boolean {
  return [...errors.keys()].some((name) => name.startsWith('hours.'))
}

function groupFields(
  { days = [], periods = [] }: Group,
  index: number,
  state: SetupState,
  shown: Shown,
): Html {
  const { locale } = state
  const name = `hours.${index}`
  const count = Math.max(2, periods.length)
  const boxes = [1, 2, 3, 4, 5, 6, 7].map(
    (day) =>
      html`<label class="tick"><input type="checkbox" name="${name}.days" value="${day}"
  aria-label="${weekdayNames([day])[locale]}"${
    days.map(Number).includes(day) && html` checked`
  }>${shortWeekdayNames[locale][day - 1] ?? ''}</label>`,
  )
  const rows = Array.from({ length: count }, (_, at) =>
    periodFields(periods[at] ?? {}, `${name}.periods.${at}`, at, state, shown),
  )
  return html`<fieldset class="edit-field"><legend>${words[index === 0 ? 'days' : 'theseDays'][locale]}</legend>
${hiddenInput(`${name}.periods.count`, count)}
<div class="ticks">${boxes}</div>${errorText(`${name}.days`, shown)}${errorText(`${name}.periods`, shown)}${rows}
</fieldset>`
}

function periodFields(
  { from = '', to = '' }: Period,
  name: string,
  at: number,
  { locale }: SetupState,
  shown: Shown,
): Html {
  const second = at > 0 ? words.again[locale] : ''
  const input = (end: 'from' | 'to', value: string) => {
    const id = `field-${name.replaceAll('.', '-')}-${end}`
    return html`<div><label for="${id}">${words[end][locale]}${second}</label>
<input id="${id}" name="${name}.${end}" type="time" step="900" value="${value}">${errorText(`${name}.${end}`, shown)}
</div>`
  }
  return html`<div class="setup-times">${input('from', showTime(from))}${input('to', showTime(to))}</div>
${errorText(name, shown)}`
}

function errorText(name: string, { errors }: Shown): Html | false {
  const found = errors.get(name) ?? []
  return found.length > 0 && html`<p class="field-error">${found.join(' ')}</p>`
}

const words = {
  days: { vi: 'Ngày mở cửa', en: 'Open on' },
  theseDays: { vi: 'Những ngày này', en: 'On these days' },
  from: { vi: 'Mở', en: 'Opens' },
  to: { vi: 'Đóng', en: 'Closes' },
  again: { vi: ' lại (nếu có)', en: ' again (if so)' },
  otherDays: { vi: 'Vài ngày có giờ khác', en: 'Some days have other hours' },
  otherHint: {
    vi: 'Ngày chọn ở đây theo giờ ở đây, không theo giờ ở trên. Ví dụ thứ Năm mở thêm buổi tối.',
    en: 'A day that is chosen here has these hours and not those above, such as Thursday with the evening.',
  },
  missing: { vi: 'Hãy chọn ngày và giờ mở cửa.', en: 'Choose days and times.' },
} satisfies Record<string, LocalizedText>
