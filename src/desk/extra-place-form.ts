/** The form that adds a table, chair or bed for one day and takes it away again, and what was done with its undo. */
import type { Resource } from '../domain/scheduling/rules.ts'
import type { Locale, LocalizedText } from '../kernel/locale.ts'
import { type Html, html } from '../ui/html.ts'
import {
  disclosure,
  type FormFields,
  hiddenInput,
  inputField,
  option,
  postButton,
  selectField,
  submitButton,
} from './components.ts'
import type { DeskContext } from './context.ts'
import type { Notice } from './screen.ts'

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

/** A place that was added or taken away a moment ago. */
export async function extraPlaceNotice(
  { shop, extraPlaces }: DeskContext,
  query: URLSearchParams,
  locale: Locale,
): Promise<Notice | undefined> {
  const date = query.get('date') ?? ''
  const notice = (text: string, name: string, action: string, fields: FormFields): Notice => ({
    tone: 'good',
    body: html`<p>${text}: ${name}</p>
${postButton(action, words.undo[locale], { tone: 'undo', fields: { ...fields, date } })}`,
  })
  const resource = `${shop.booking.extraPlace.resourceKind}:${query.get('added') ?? ''}`
  const added = shop.booking.resources.find(({ id }) => id === resource)
  if (added)
    return notice(words.added[locale], added.name[locale], '/extra-places/remove', { resource })
  const id = query.get('removed')
  const removed = id === null ? undefined : await extraPlaces.findRemoved(id)
  return (
    removed &&
    notice(words.removed[locale], removed.name, '/extra-places/restore', { id: removed.id })
  )
}

const words = {
  added: { vi: 'Đã thêm', en: 'Added' },
  removed: { vi: 'Đã bỏ', en: 'Removed' },
  undo: { vi: 'Hoàn tác', en: 'Undo' },
  title: { vi: 'Thêm cho ngày này', en: 'Add for this day' },
  extra: { vi: 'phụ', en: 'extra' },
  name: { vi: 'Tên', en: 'Name' },
  kind: { vi: 'Khu hoặc loại', en: 'Area or kind' },
  seats: { vi: 'Số chỗ', en: 'Seats' },
  add: { vi: 'Thêm', en: 'Add' },
  remove: { vi: 'Bỏ', en: 'Remove' },
} satisfies Record<string, LocalizedText>
