/** Shows what saving an entry would do: free or not and where, who the guest is, and what can be saved instead. */
import {
  type EntryOption,
  type EntryPreview,
  previewEntry,
} from '../domain/booking/entry-preview.ts'
import { isHealthQuestion } from '../domain/guest/questions.ts'
import { formatShortDate } from '../domain/messages/format.ts'
import { findKnownGuest, type KnownGuest } from '../domain/profile/known-guest.ts'
import { formatActionError } from '../kernel/action-errors.ts'
import type { Locale, LocalizedText } from '../kernel/locale.ts'
import { parsePhone } from '../kernel/phone.ts'
import { minute, startOfDay } from '../kernel/time.ts'
import { type Html, html } from '../ui/html.ts'
import { formatResources } from './booking-components.ts'
import { type Draft, optionValue, parseDraft } from './booking-draft.ts'
import type { DeskContext } from './context.ts'
import { describeHolder } from './holder-text.ts'
import { guestCard } from './known-guest-card.ts'
import { formatClock, formatDay } from './labels.ts'
import { formatRules } from './refusal.ts'

export type DraftPreview = {
  /** Undefined while something is missing. */
  entry: EntryPreview | undefined
  /** Who has the place that was asked for. */
  holder: string
  guest: KnownGuest | undefined
}

export async function loadDraftPreview(
  context: DeskContext,
  draft: Draft,
  locale: Locale,
): Promise<DraftPreview> {
  const { store, bookingContext, shop, now } = context
  const { date, time, resources, overrides, stayMinutes } = draft
  const details = parseDraft(context, draft).details?.[0]
  const isStayFlexible =
    shop.assortment.offers.find(({ id }) => id === details?.offerId)?.minutes === undefined
  const choice = { resources, overrides, stayMinutes }
  const phone = parsePhone(draft.phone) ?? ''
  const health = shop.booking.questions.filter(isHealthQuestion)
  const [entry, guest] = await Promise.all([
    details &&
      previewEntry(
        store.read,
        bookingContext,
        { date, time, details, isStayFlexible },
        choice,
        now(),
      ),
    findKnownGuest(store.read, { phone, date }, health, now()),
  ])
  return { entry, guest, holder: await holderText(context, draft, entry, locale) }
}

/** Only of a place that was asked for: otherwise the best place is meant, which the line does not name. */
async function holderText(
  context: DeskContext,
  { resources }: Draft,
  entry: EntryPreview | undefined,
  locale: Locale,
): Promise<string> {
  const error = entry?.error
  if (error?.holder === undefined || resources.length === 0) return ''
  return describeHolder(context, error.holder, error.resource, locale)
}

/** A line with a known number needs no name. */
export function withKnownName(draft: Draft, { guest }: DraftPreview): Draft {
  return draft.name === '' && guest ? { ...draft, name: guest.name } : draft
}

export function previewCards(
  context: DeskContext,
  draft: Draft,
  { entry, guest, holder }: DraftPreview,
  locale: Locale,
): Html {
  return html`${entry && stateCard(context, draft, entry, holder, locale)}
${guest && guestCard(context, guest, locale)}`
}

function stateCard(
  context: DeskContext,
  draft: Draft,
  preview: EntryPreview,
  holder: string,
  locale: Locale,
): Html {
  if (preview.error) {
    const reason = holder === '' ? formatActionError(preview.error, locale) : holder
    return html`<div class="entry-state full" data-state="full">
<p><b>${draft.time} ${words.full[locale]}</b></p>
<p>${reason}</p>
</div>`
  }
  const { date, start, option } = preview.plan
  const place = formatResources(
    context,
    option.holds.map(({ resource }) => resource),
    locale,
  )
  const endsAt = startOfDay(date) + (start.at + start.minutes) * minute
  const day = formatDay(draft.date, context.now(), locale)
  const against = option.broken.map(({ rule }) => rule)
  return html`<div class="entry-state free" data-state="free">
<p><b>${words.free[locale]}: ${place}</b></p>
<p>${day}, ${draft.time}–${formatClock(endsAt)}</p>
${against.length > 0 && html`<p>${words.against[locale]} ${formatRules(against, locale)}</p>`}
</div>`
}

/** What can be saved instead, each as a button of the form. */
export function optionButtons(
  context: DeskContext,
  draft: Draft,
  options: readonly EntryOption[],
  locale: Locale,
): Html | undefined {
  if (options.length === 0) return undefined
  const buttons = options.map((option) => {
    const { date, time, place, rules, stayMinutes } = option
    const day = date === draft.date ? '' : `${formatShortDate(date, locale)} `
    const until = stayMinutes === null ? '' : `–${formatClock(endOf(option, stayMinutes))}`
    const small = [
      formatResources(context, place, locale),
      ...(rules.length > 0 ? [`${words.against[locale]} ${formatRules(rules, locale)}`] : []),
    ].join(' · ')
    return html`<button type="submit" name="option" value="${optionValue(option)}">
<b>${day}${time}${until}</b> <small>${small}</small></button>`
  })
  return html`<p class="hint">${words.nearest[locale]}</p>
<div class="entry-options">${buttons}</div>`
}

function endOf({ date, time }: EntryOption, minutes: number): number {
  const [hours = 0, rest = 0] = time.split(':').map(Number)
  return startOfDay(date) + (hours * 60 + rest + minutes) * minute
}

/** The offers that the line may mean, as links that choose one. */
export function offerChoiceLinks(
  context: DeskContext,
  draft: Draft,
  locale: Locale,
): Html | undefined {
  if (draft.offerChoices.length === 0) return undefined
  const { offers } = context.shop.assortment
  const links = offers
    .filter(({ id }) => draft.offerChoices.includes(id))
    .map(({ id, name, minutes }) => {
      const query = new URLSearchParams({ line: draft.line, offerId: id })
      const length = minutes === undefined ? '' : `${minutes} ${words.minutes[locale]}`
      return html`<a class="button" data-choose href="/entry?${query.toString()}">
<b>${name[locale]}</b> <small>${length}</small></a>`
    })
  return html`<p class="hint">${words.which[locale]}</p>
<div class="entry-options wide">${links}</div>`
}

/** What the shop tells a guest with these answers, if it matters for what is booked. */
export function adviceList(context: DeskContext, draft: Draft, locale: Locale): Html | undefined {
  const { booking } = context.shop
  const details = parseDraft(context, draft).details?.[0]
  if (!details) return undefined
  const items = booking.questions.filter(isHealthQuestion).flatMap(({ name, options }) =>
    options
      .filter(({ id }) => draft.answers[name]?.includes(id))
      .filter(({ id }) => booking.requiresStaffCall(details, { [name]: [id] }))
      .flatMap((option) =>
        option.advice
          ? [html`<li><b>${option.name[locale]}:</b> ${option.advice[locale]}</li>`]
          : [],
      ),
  )
  return items.length > 0 ? html`<ul class="entry-advice">${items}</ul>` : undefined
}

const words = {
  free: { vi: 'Còn chỗ', en: 'Free' },
  full: { vi: 'chưa xếp được', en: 'is not possible' },
  against: { vi: 'bỏ qua:', en: 'against:' },
  nearest: { vi: 'Gần nhất còn xếp được, chạm là ghi:', en: 'Nearest options; a tap saves:' },
  which: { vi: 'Khách muốn loại nào?', en: 'Which one does the guest want?' },
  minutes: { vi: 'phút', en: 'min' },
} satisfies Record<string, LocalizedText>
