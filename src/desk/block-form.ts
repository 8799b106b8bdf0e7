/** The form that blocks resources for a period. */
import type { Locale, LocalizedText } from '../kernel/locale.ts'
import { dateAt } from '../kernel/time.ts'
import { type Html, html } from '../ui/html.ts'
import {
  hiddenInput,
  inputField,
  option,
  postButton,
  selectField,
  submitButton,
} from './components.ts'
import type { DeskContext } from './context.ts'
import { resourceGroups, resourceOptions } from './resources.ts'

export function blockForm(
  context: DeskContext,
  typed: URLSearchParams,
  locale: Locale,
  next = '',
): Html {
  const value = (name: string, fallback = '') => typed.get(name) ?? fallback
  const date = html`type="date" name="date" value="${value('date', dateAt(context.now()))}" required`
  const time = (name: string) =>
    html`type="time" name="${name}" step="900" value="${value(name)}" required`
  const reason = html`type="text" name="reason" maxlength="120" value="${value('reason')}" required`
  return html`<form method="post" action="/closed/block" class="row">
${next !== '' && hiddenInput('next', next)}
${selectField('block-place', 'resource', words.place[locale], placeOptions(context, value('resource'), locale))}
${inputField('block-date', words.date[locale], date)}
${inputField('block-from', words.from[locale], time('from'))}
${inputField('block-to', words.to[locale], time('to'))}
${inputField('block-reason', words.reason[locale], reason, { isWide: true })}
${submitButton(words.block[locale])}
</form>`
}

const breakMinutes = [15, 30, 60]

/** A break in one tap, at a time that is free. */
export function breakForms(
  { resource, date, time }: { resource: string; date: string; time: string },
  locale: Locale,
): Html {
  const buttons = breakMinutes.map((minutes) =>
    postButton('/break', `${minutes} ${words.minutes[locale]}`, {
      fields: { resource, date, time, minutes },
    }),
  )
  return html`<section class="breaks"><h2>${words.break[locale]} ${time}</h2>
<div class="actions">${buttons}</div></section>`
}

function placeOptions(context: DeskContext, selected: string, locale: Locale): Html {
  const groups = resourceGroups(context).map(([group]) =>
    option(`group:${group.vi}`, `${words.all[locale]}: ${group[locale]}`),
  )
  return html`${resourceOptions(context, locale, selected)}
<optgroup label="${words.several[locale]}">${groups}${option('all', words.everything[locale])}</optgroup>`
}

/** The resource ids that a value of the select stands for. */
export function selectedResources({ shop }: DeskContext, value: string): string[] {
  const { resources } = shop.booking
  if (value === 'all') return resources.map(({ id }) => id)
  const [kind, name] = value.split(':')
  if (kind !== 'group') return [value]
  return resources.filter(({ group }) => group.vi === name).map(({ id }) => id)
}

const words = {
  place: { vi: 'Chỗ', en: 'Place' },
  several: { vi: 'Nhiều chỗ', en: 'Several places' },
  all: { vi: 'Tất cả', en: 'All' },
  everything: { vi: 'Toàn bộ', en: 'All places' },
  date: { vi: 'Ngày', en: 'Date' },
  from: { vi: 'Từ', en: 'From' },
  to: { vi: 'Đến', en: 'To' },
  reason: { vi: 'Vì sao', en: 'Reason' },
  block: { vi: 'Khoá', en: 'Block' },
  break: { vi: 'Giải lao từ', en: 'Break from' },
  minutes: { vi: 'phút', en: 'minutes' },
} satisfies Record<string, LocalizedText>
