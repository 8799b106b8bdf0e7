/** The page to which a guest returns whose answer to an offer came too late: why, and links to times that are free. */
import type { Block } from '../../../content/document.ts'
import type { PageRequest } from '../../../content/dynamic-page.ts'
import { firstValue, toFormValues } from '../../../content/form-values.ts'
import { pageUrl } from '../../../content/page-url.ts'
import { formatShortDate } from '../../../kernel/format-date.ts'
import type { LocalizedText } from '../../../kernel/locale.ts'
import type { Problem } from '../../../kernel/problem.ts'
import { isDate } from '../../../kernel/time.ts'
import { endedOfferTexts } from '../../booking/place-offer/ended-offer.ts'
import { panelUrl, parseChosen } from '../../booking/url.ts'
import type { BookingForm } from '../../forms/booking-form.ts'

/** The URL after the answer; without a problem that of the status alone. */
export function answeredUrl(statusPath: string, problem: Problem | undefined): string {
  if (!problem) return statusPath
  const { detail, alternatives = [] } = problem.details
  const why = Object.entries(endedOfferTexts).find(([, text]) => text === detail)?.[0]
  const times = alternatives.map(({ date, time }) => `${date}T${time}`).join(',')
  const late = why === undefined || why === 'ended' ? '1' : why
  return pageUrl(statusPath, { late, ...(times !== '' && { times }) })
}

/** None if the answer was recorded. */
export function endedOfferNotice(
  form: BookingForm,
  { query, locale }: PageRequest,
  booked: { offer: { id: string }; party_size: number },
): Block[] {
  const late = firstValue(query, 'late')
  if (late === undefined) return []
  const why = late === 'closed' || late === 'withdrawn' ? late : 'ended'
  const choices = { offerId: booked.offer.id, party_size: String(booked.party_size) }
  const chosen = parseChosen(form, toFormValues(Object.entries(choices)))
  const links = parseTimes(firstValue(query, 'times') ?? '').map(({ date, time }) => ({
    text: `${formatShortDate(date, locale)} ${time}`,
    href: panelUrl({ ...chosen, date, time }),
  }))
  const text = [
    endedOfferTexts[why][locale],
    (links.length > 0 ? labels.otherTimes : labels.current)[locale],
  ].join(' ')
  return [{ kind: 'notice', tone: 'problem', text: [text], links }]
}

const maxTimes = 5

function parseTimes(text: string): { date: string; time: string }[] {
  return text
    .split(',')
    .slice(0, maxTimes)
    .flatMap((one) => {
      const [, date = '', time = ''] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)$/.exec(one) ?? []
      return isDate(date) ? [{ date, time }] : []
    })
}

const labels = {
  otherTimes: {
    vi: 'Những giờ gần đó còn trống, bạn đặt được ngay:',
    en: 'These times near it are free, and you can book them now:',
  },
  current: {
    vi: 'Tình trạng hiện giờ ở bên dưới.',
    en: 'See the current status below.',
  },
} satisfies Record<string, LocalizedText>
