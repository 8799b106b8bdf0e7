/** What the guest has chosen, on one line. */
import type { Block } from '../../../content/document.ts'
import { formatShortDate } from '../../../kernel/format-date.ts'
import type { Locale, LocalizedText } from '../../../kernel/locale.ts'
import { isDate } from '../../../kernel/time.ts'
import { omitChosen } from '../../booking/url.ts'
import { anyValue, type Chosen } from '../../forms/booking-form.ts'
import type { PanelContext } from './context.ts'
import { serviceDateOf } from './panel-availability.ts'

/** "2 guests · Wed 18 Nov · 19:00", with a link back to the times. A time after midnight names its own date too. */
export function chosenSummary(
  { form, rules, offerName, linkTo }: PanelContext,
  chosen: Chosen,
  locale: Locale,
): Block {
  const { offerId, date = '', time = '' } = chosen
  const day = serviceDateOf(rules, chosen)
  const isCarried = offerId !== undefined && form.carried.includes('offerId')
  const steps = [
    ...form.steps.filter(({ leadsTo }) => leadsTo === undefined),
    ...form.optionalSteps,
  ]
  const texts = [
    ...(isCarried ? [offerName(offerId)[locale]] : []),
    ...steps.flatMap((step) => {
      const found = step
        .choices(chosen, locale)
        .find(({ sets }) =>
          Object.entries(sets).every(
            ([name, value]) => chosen[name] === value && value !== anyValue,
          ),
        )
      return found ? [found.text] : []
    }),
    ...(isDate(date) ? [formatShortDate(day, locale)] : []),
    date === day ? time : `${time} ${formatShortDate(date, locale)}`,
  ]
  const back = omitChosen({ ...chosen, date: day }, 'time', 'month')
  return {
    kind: 'summary',
    text: texts.filter((text) => text !== '').join(' · '),
    change: { text: labels.change[locale], href: linkTo(back) },
  }
}

const labels = {
  change: { vi: 'Đổi', en: 'Change' },
} satisfies Record<string, LocalizedText>
