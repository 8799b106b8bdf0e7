/** The form that adds a table, chair or bed for one day, and takes it away again. */
import type { Resource } from '../domain/scheduling/rules.ts'
import type { Locale, LocalizedText } from '../kernel/locale.ts'
import { type Html, html } from '../ui/html.ts'
import {
  disclosure,
  hiddenInput,
  inputField,
  option,
  postButton,
  selectField,
  submitButton,
} from './components.ts'
import type { DeskContext } from './context.ts'

/** The form below the timeline, and the places of the day that can be taken away again. */
export function extraPlaceSection({ shop }: DeskContext, date: string, locale: Locale): Html {
  const { extraPlace, resources } = shop.booking
  const ofDay = resources.filter(
    ({ dates }) => dates !== undefined && dates.from <= date && date <= dates.to,
  )
  const noun = extraPlace.noun[locale]
  const name = html`type="text" name="name" maxlength="40" required
 value="${noun} ${words.extra[locale]} ${ofDay.length + 1}"`
  const seats = html`type="number" name="seats" min="1" max="100" value="${extraPlace.seats}" required`
  const kinds = extraPlace.kinds.map((kind) => option(kind.id, kind.name[locale]))
  const form = html`<form method="post" action="/extra-places" class="row">
${hiddenInput('date', date)}
${inputField('extra-name', words.name[locale], name)}
${selectField('extra-kind', 'kind', words.kind[locale], kinds)}
${inputField('extra-seats', words.seats[locale], seats)}
${submitButton(words.add[locale])}
</form>
${ofDay.map((place) => removeForm(place, date, locale))}`
  return disclosure(`${words.title[locale]}: ${noun.toLowerCase()} ${words.extra[locale]}`, form, {
    id: 'extra',
  })
}

function removeForm({ id, name }: Resource, date: string, locale: Locale): Html {
  return postButton('/extra-places/remove', `${words.remove[locale]} ${name[locale]}`, {
    fields: { resource: id, date },
    tone: 'undo',
  })
}

const words = {
  title: { vi: 'Thêm cho ngày này', en: 'Add for this day' },
  extra: { vi: 'phụ', en: 'extra' },
  name: { vi: 'Tên', en: 'Name' },
  kind: { vi: 'Khu hoặc loại', en: 'Area or kind' },
  seats: { vi: 'Số chỗ', en: 'Seats' },
  add: { vi: 'Thêm', en: 'Add' },
  remove: { vi: 'Bỏ', en: 'Remove' },
} satisfies Record<string, LocalizedText>
