/**
 * Booking on the site: the panel, in which each choice is a link; the guest's details; and the review. The page calls
 * the operations of the API, so it has the same checks and limits. After every form the browser is redirected, so
 * that Back, Forward and reload work.
 */
import {
  type Block,
  type Document,
  link,
  type Panel,
  paragraph,
} from '../../../content/document.ts'
import type {
  DynamicPage,
  OperationClient,
  PageRequest,
  PageResult,
  ShownPage,
} from '../../../content/dynamic-page.ts'
import { firstValue } from '../../../content/form-values.ts'
import { type Business, telephoneLink } from '../../../content/shop.ts'
import type { Locale, LocalizedText } from '../../../kernel/locale.ts'
import type { Problem } from '../../../kernel/problem.ts'
import { isDate } from '../../../kernel/time.ts'
import {
  bookingPath,
  formatServiceTime,
  lookupPath,
  omitChosen,
  parseChosen,
} from '../../booking/url.ts'
import type { BookingForm, Chosen } from '../../forms/booking-form.ts'
import { problemBlock, problemText, withErrorTitle } from '../../forms/form-errors.ts'
import { chooseForm } from './choose-form.ts'
import type { BookingPageContext } from './context.ts'
import { createGuestForm } from './guest-form.ts'
import { findMoreTimes } from './more-times.ts'
import { bookingOutline } from './outline.ts'
import { choosePanel, missingStep, quoteNotices, withDefaults } from './panel.ts'
import {
  createTimesSource,
  loadAvailability,
  type PanelAvailability,
} from './panel-availability.ts'

export function bookingFlow(context: BookingPageContext): DynamicPage {
  const { form, business } = context
  const guestForm = createGuestForm(context)

  const page = (panel: Panel, locale: Locale): Document => ({
    title: form.title[locale],
    description: form.intro[locale],
    blocks: [
      panel,
      callInsteadBlock(business, locale),
      paragraph(link(lookupText[locale], lookupPath)),
    ],
  })

  const pageResult = (panel: Panel, status: number, locale: Locale): PageResult => {
    const document = page(panel, locale)
    return { status, document: status < 400 ? document : withErrorTitle(document, locale) }
  }

  const choosePage = (
    chosen: Chosen,
    availability: PanelAvailability | undefined,
    notices: readonly Block[],
    locale: Locale,
  ): Document => {
    const panel = choosePanel(context, chosen, availability, locale)
    const { source: _, ...complete } = panel
    const { day } = availability ?? {}
    const onDay = chosen.date !== undefined && day ? { ...chosen, date: day.date } : chosen
    const enterForm = chooseForm(form, onDay, freeTimesOf(chosen, availability), locale)
    return page({ ...complete, blocks: [...notices, ...panel.blocks, enterForm] }, locale)
  }

  const load = async (client: OperationClient, chosen: Chosen, locale: Locale) => {
    const loaded = await loadAvailability(
      context,
      createTimesSource(context, client, chosen, locale),
      chosen,
      context.findOffer(chosen.offerId ?? '')?.price,
      locale,
    )
    const { availability } = loaded
    if (!availability?.day || chosen.time !== undefined) return loaded
    const more = await findMoreTimes(context, client, chosen, availability.day, locale)
    return more ? { availability: { ...availability, more } } : loaded
  }

  /** The choices were rejected: the panel without them, and why. */
  const restart = async (
    chosen: Chosen,
    problem: Problem,
    client: OperationClient,
    locale: Locale,
  ): Promise<PageResult> => {
    const status = problem.status >= 500 ? problem.status : 422
    const notices = [problemBlock(problemText(problem, locale))]
    // Allergens by which the menu was filtered are answers of the guest, and no reason for the rejection.
    const answered = Object.keys(form.prefilled ?? {})
    for (const names of [[...form.carried, ...answered], answered]) {
      const carried = Object.entries(chosen).filter(([name]) => names.includes(name))
      const valid = withDefaults(form, Object.fromEntries(carried))
      const isMissing = missingStep(form, valid) !== undefined
      const { availability } = isMissing ? {} : await load(client, valid, locale)
      if (isMissing || availability) {
        const document = choosePage(valid, availability, notices, locale)
        return { status, document: withErrorTitle(document, locale) }
      }
    }
    return pageResult({ ...emptyPanel(form, locale), blocks: notices }, status, locale)
  }

  const show = async (request: PageRequest): Promise<ShownPage> => {
    const { query, locale, client } = request
    const chosen = withDefaults(form, parseChosen(form, query))
    const conflict = form.findConflict?.(chosen)
    if (conflict) {
      const valid = withDefaults(form, conflict.remaining)
      const notices = [problemBlock(conflict.text[locale])]
      return { createDocument: () => choosePage(valid, undefined, notices, locale) }
    }
    if (missingStep(form, chosen))
      return { createDocument: () => choosePage(chosen, undefined, [], locale) }
    const { availability, problem } = await load(client, chosen, locale)
    if (problem) return restart(chosen, problem, client, locale)
    const { time } = chosen
    if (time === undefined)
      return { createDocument: () => choosePage(chosen, availability, [], locale) }
    const isReview = firstValue(query, 'step') === 'review'
    const isFree = availability.day?.times.some(
      (one) => one.isFree && one.time === time && one.date === chosen.date,
    )
    // The review of a time that was taken meanwhile offers others and keeps what the guest typed.
    if (isFree || (isReview && guestForm.hasDraft(request))) {
      const { panel, status } = isReview
        ? await guestForm.review(chosen, request)
        : guestForm.show(chosen, request, quoteNotices(availability.day?.quotes ?? []))
      return pageResult(panel, status, locale)
    }
    const taken = isDate(chosen.date ?? '') ? [problemBlock(timeTakenText[locale])] : []
    const others = omitChosen(chosen, 'time')
    return { createDocument: () => choosePage(others, availability, taken, locale) }
  }

  return {
    path: bookingPath,
    listing: {
      title: form.title,
      outline: (locale) => bookingOutline(form, guestForm.outline(locale), locale),
    },
    show,
    async submit(request) {
      const result = await guestForm.submit(request)
      if ('seeOther' in result) return result
      return pageResult(result.panel, result.status, request.locale)
    },
  }
}

/** Once the guest has chosen a day: its free times, also those after midnight. */
function freeTimesOf(
  { date }: Chosen,
  availability: PanelAvailability | undefined,
): readonly string[] | undefined {
  const { day } = availability ?? {}
  if (date === undefined || !day) return undefined
  const free = day.times.filter(({ isFree }) => isFree)
  const times = free.map((one) =>
    formatServiceTime(one.time, one.date === day.date ? undefined : one.date),
  )
  return times.length > 0 ? times : undefined
}

function emptyPanel(form: BookingForm, locale: Locale): Panel {
  return { kind: 'panel', title: form.title[locale], blocks: [] }
}

function callInsteadBlock(business: Business, locale: Locale): Block {
  const [app] = business.messaging
  return {
    kind: 'paragraph',
    text: [
      { vi: 'Hoặc gọi ', en: 'Or call ' }[locale],
      link(business.phone, telephoneLink(business)),
      ...(app
        ? [{ vi: ', nhắn ', en: ', message us on ' }[locale], link(app.name, app.address)]
        : []),
      '.',
    ],
  }
}

const lookupText: LocalizedText = {
  vi: 'Đã đặt rồi? Xem theo mã đặt chỗ',
  en: 'Already booked? Find it by its booking number',
}

const timeTakenText: LocalizedText = {
  vi: 'Giờ này không còn chỗ. Xin chọn giờ khác.',
  en: 'This time is no longer free. Please choose another.',
}
