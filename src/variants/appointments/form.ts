/** Parts of the booking form of trades with appointments. */

import { anyValue, type Reader, type StepChoice } from '../../domain/forms/booking-form.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { formatMoney } from '../../kernel/money.ts'
import { plural } from '../../kernel/plural.ts'
import type { Policy, Worker } from './files.ts'

type ServiceOption = { id: string; name: LocalizedText; minutes: number; price: number }

export function serviceChoice(
  { id, name, minutes, price }: ServiceOption,
  locale: Locale,
): StepChoice {
  return {
    sets: { offerId: id },
    text: name[locale],
    note: `${minutes} ${{ vi: 'phút', en: 'min' }[locale]} · ${formatMoney(price, locale)}`,
  }
}

/** "Anyone", or one of the people who can do it. `kind` is the name of the person in the API. */
export function personChoices(
  kind: string,
  able: readonly Pick<Worker, 'id' | 'name' | 'role'>[],
  locale: Locale,
): StepChoice[] {
  return [
    { sets: { [kind]: anyValue }, text: { vi: 'Ai cũng được', en: 'Anyone' }[locale] },
    ...able.map(({ id, name, role }) => ({
      sets: { [`${kind}_id`]: id },
      text: name,
      note: role[locale],
    })),
  ]
}

export function freeChangeNote({ free_change_hours: hours }: Policy, locale: Locale): string {
  return {
    vi: `Đổi hoặc huỷ miễn phí đến ${hours} giờ trước giờ hẹn.`,
    en: `Free to change or cancel until ${hours} ${plural(hours, { one: 'hour', other: 'hours' })} before.`,
  }[locale]
}

/** Empty if the assigned person has left the shop. */
export function personRow(
  term: LocalizedText,
  people: readonly string[],
  locale: Locale,
): [term: string, text: string][] {
  return people.length === 0 ? [] : [[term[locale], people.join(', ')]]
}

/** Summary row for a guest whom staff must contact before the appointment. */
export function attentionRow(
  texts: Readonly<Record<Reader, LocalizedText>>,
  locale: Locale,
  reader: Reader,
): [term: string, text: string] {
  return [noteTerms[reader][locale], texts[reader][locale]]
}

const noteTerms: Readonly<Record<Reader, LocalizedText>> = {
  guest: { vi: 'Xin lưu ý', en: 'Please note' },
  staff: { vi: 'Lưu ý', en: 'Note' },
}
