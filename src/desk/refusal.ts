/**
 * A refused action of staff: the rule and the place that was asked for, then the same action with the rules set aside,
 * or the nearest options if no place was asked for.
 */
import type { TimeProposal } from '../domain/booking/proposals.ts'
import { formatShortDate } from '../domain/messages/format.ts'
import { isStaffRule, type StaffRule, staffRules } from '../domain/scheduling/staff-rules.ts'
import type { BookingActionError } from '../kernel/action-errors.ts'
import type { Locale, LocalizedText } from '../kernel/locale.ts'
import { type Html, html } from '../ui/html.ts'
import { formatResources } from './booking-components.ts'
import { hiddenInput } from './components.ts'
import type { DeskContext } from './context.ts'

/** The refused form: where it was sent, and what it contained. */
export type RefusedForm = { action: string; form: URLSearchParams }

/** The fields that say where and when; an option replaces them. */
const placeFields = new Set(['date', 'time', 'resource', 'override'])

/** The button that repeats the action although rules are against it. */
export function overrideForm(
  context: DeskContext,
  error: BookingActionError,
  { action, form }: RefusedForm,
  locale: Locale,
): Html | undefined {
  if (error.rules.length === 0) return undefined
  const rules = [...new Set([...parseOverrides(form), ...error.rules])]
  const fields = [...form].filter(([name]) => name !== 'override')
  const place = formatResources(context, error.resources, locale)
  const verb = action.endsWith('/confirm') ? words.confirmAnyway : words.anyway
  const label = [verb[locale], place].filter((part) => part !== '').join(': ')
  return html`<form method="post" action="${action}" class="override">
${fields.map(([name, value]) => hiddenInput(name, value))}${hiddenInput('override', rules.join(','))}
<button type="submit" class="main">${label}</button>
<small>${words.recorded[locale]} ${formatRules(rules, locale)}.</small>
</form>`
}

/** The nearest options, each as a button with the rest of the form. */
export function proposalForms(
  context: DeskContext,
  proposals: readonly TimeProposal[],
  { action, form }: RefusedForm,
  locale: Locale,
): Html | undefined {
  if (proposals.length === 0) return undefined
  const rest = [...form].filter(([name]) => !placeFields.has(name))
  const buttons = proposals.map(({ date, time, resources, rules }) => {
    const isOtherTime = date !== form.get('date') || time !== form.get('time')
    const when = isOtherTime ? `${formatShortDate(date, locale)} ${time}` : ''
    const label = [when, formatResources(context, resources, locale)]
      .filter((part) => part !== '')
      .join(' · ')
    return html`<form method="post" action="${action}">
${rest.map(([name, value]) => hiddenInput(name, value))}${hiddenInput('date', date)}${hiddenInput('time', time)}
${hiddenInput('resource', resources.join(','))}${hiddenInput('override', rules.join(','))}
<button type="submit">${label}</button>
${rules.length > 0 && html`<small>${words.against[locale]} ${formatRules(rules, locale)}</small>`}
</form>`
  })
  return html`<p>${words.nearest[locale]}</p>
<div class="proposals">${buttons}</div>`
}

/** The rules that the form sets aside: "seats,area". */
export function parseOverrides(form: URLSearchParams): StaffRule[] {
  return (form.get('override') ?? '').split(',').filter(isStaffRule)
}

/** "quá số ghế, ngoài ca làm" */
export function formatRules(rules: readonly string[], locale: Locale): string {
  return rules
    .filter(isStaffRule)
    .map((rule) => staffRules[rule][locale])
    .join(', ')
}

const words = {
  anyway: { vi: 'Vẫn xếp', en: 'Seat anyway' },
  confirmAnyway: { vi: 'Vẫn xác nhận', en: 'Confirm anyway' },
  recorded: {
    vi: 'Lịch sử sẽ ghi tên bạn và:',
    en: 'The history will record your name and:',
  },
  against: { vi: 'bỏ qua:', en: 'against:' },
  nearest: { vi: 'Gần nhất còn xếp được:', en: 'Nearest options:' },
} satisfies Record<string, LocalizedText>
