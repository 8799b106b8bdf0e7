/** What a guest gains who leaves the person or the place open: "Anyone: 3 more times". */
import { type Block, link, paragraph } from '../../../content/document.ts'
import type { OperationClient } from '../../../content/dynamic-page.ts'
import type { Locale } from '../../../kernel/locale.ts'
import { plural } from '../../../kernel/plural.ts'
import { omitChosen } from '../../booking/url.ts'
import { anyValue, type BookingForm, type Chosen } from '../../forms/booking-form.ts'
import type { BookingPageContext, PanelContext } from './context.ts'
import { createTimesSource, type MoreTimes, type PanelAvailability } from './panel-availability.ts'

/** `day` has the times with the choices of the guest. */
export async function findMoreTimes(
  context: BookingPageContext,
  client: OperationClient,
  chosen: Chosen,
  day: NonNullable<PanelAvailability['day']>,
  locale: Locale,
): Promise<MoreTimes | undefined> {
  const open = leaveOpen(context.form, chosen, locale)
  if (!open) return undefined
  const source = createTimesSource(context, client, open.chosen, locale)
  const { output } = await source.readDay(day.date)
  const own = new Set(day.times.flatMap(({ at, isFree }) => (isFree ? [at] : [])))
  const more = output?.times.filter(({ at, isFree }) => isFree && !own.has(at)) ?? []
  return more.length === 0 ? undefined : { ...open, count: more.length }
}

/** The choices without the person or the place that the guest has chosen; undefined if none is chosen. */
function leaveOpen({ steps, optionalSteps }: BookingForm, chosen: Chosen, locale: Locale) {
  for (const step of [...steps, ...optionalSteps]) {
    const isNarrowed = step.names.some((name) => (chosen[name] ?? anyValue) !== anyValue)
    const any = isNarrowed
      ? step.choices(chosen, locale).find(({ sets }) => Object.values(sets).includes(anyValue))
      : undefined
    if (any)
      return { text: any.text, chosen: { ...omitChosen(chosen, ...step.names), ...any.sets } }
  }
  return undefined
}

export function moreTimesBlocks(
  { linkTo }: Pick<PanelContext, 'linkTo'>,
  { day, more }: PanelAvailability,
  locale: Locale,
): Block[] {
  if (!day || !more) return []
  const { text, count, chosen } = more
  const times = plural(count, { one: 'more time', other: 'more times' })
  const words = { vi: `${text}: thêm ${count} giờ`, en: `${text}: ${count} ${times}` }[locale]
  const others = omitChosen(chosen, 'time', 'month')
  return [paragraph(link(words, linkTo({ ...others, date: day.date })))]
}
