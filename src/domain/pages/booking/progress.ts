/** Progress of the booking steps. */
import type { Block, Step } from '../../../content/document.ts'
import { formatDate } from '../../../kernel/format-date.ts'
import type { Locale, LocalizedText } from '../../../kernel/locale.ts'
import { isDate, isTime } from '../../../kernel/time.ts'
import { stepUrl } from '../../booking/url.ts'
import { anyValue, type BookingStep, type Chosen, summaryLabels } from '../../forms/booking-form.ts'
import type { BookingPageContext } from './context.ts'

/** The steps of the booking: each completed step with its choice and a link back to it. */
export function stepsBlock(
  { form, offerName }: BookingPageContext,
  chosen: Chosen,
  locale: Locale,
): Block {
  const steps: Step[] = []
  let isReached = true
  let before: Chosen = Object.fromEntries(
    Object.entries(chosen).filter(([name]) => form.carried.includes(name)),
  )
  if (before.offerId && form.carried.includes('offerId')) {
    steps.push({
      label: summaryLabels.what[locale],
      chosen: offerName(before.offerId)[locale],
      current: false,
    })
  }
  const add = (label: LocalizedText, names: readonly string[], selected: string | undefined) => {
    const current = isReached && selected === undefined
    steps.push({
      label: label[locale],
      ...(selected !== undefined && { chosen: selected, href: stepUrl(before) }),
      current,
    })
    isReached &&= selected !== undefined
    const newlyChosen = Object.entries(chosen).filter(([name]) => names.includes(name))
    before = { ...before, ...Object.fromEntries(newlyChosen) }
  }
  for (const step of form.steps) {
    if (isSkipped(step, chosen)) continue
    const found = step
      .choices(chosen, locale)
      .find(({ sets }) => Object.entries(sets).every(([name, value]) => chosen[name] === value))
    add(step.label, step.names, found?.text)
  }
  for (const { label, names, choices } of form.optionalSteps) {
    const found = choices(chosen, locale).find(({ sets }) =>
      Object.entries(sets).every(([name, value]) => chosen[name] === value && value !== anyValue),
    )
    if (found) add(label, names, found.text)
  }
  const { date, time } = chosen
  add(labels.day, ['date'], date && isDate(date) ? formatDate(date, locale) : undefined)
  add(labels.time, ['time'], time && isTime(time) ? time : undefined)
  add(labels.details, [], undefined)
  return { kind: 'steps', label: labels.steps[locale], steps }
}

export function isChosen({ names }: BookingStep, chosen: Chosen): boolean {
  return names.some((name) => name in chosen)
}

export function isSkipped(step: BookingStep, chosen: Chosen): boolean {
  return step.leadsTo !== undefined && step.leadsTo in chosen && !isChosen(step, chosen)
}

const labels = {
  steps: { vi: 'Các bước', en: 'Steps' },
  day: { vi: 'Ngày', en: 'Day' },
  time: { vi: 'Giờ', en: 'Time' },
  details: { vi: 'Thông tin của bạn', en: 'Your details' },
} satisfies Record<string, LocalizedText>
