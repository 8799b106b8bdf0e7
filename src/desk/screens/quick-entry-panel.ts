/** The part below the line of a quick entry, which the script loads while the line is typed. */
import { randomUUID } from 'node:crypto'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { type Html, html } from '../../ui/html.ts'
import { type Draft, draftFromQuery, findAnswerWarnings } from '../booking-draft.ts'
import { hiddenInput } from '../components.ts'
import type { DeskContext } from '../context.ts'
import {
  adviceList,
  type DraftPreview,
  loadDraftPreview,
  offerChoiceLinks,
  optionButtons,
  previewCards,
  withKnownName,
} from '../entry-preview.ts'
import { createLineReader } from '../line-reader.ts'
import type { Screen } from '../screen.ts'
import { entryWarnings, parsedSummary } from './quick-entry-form.ts'

export function quickEntryPanelScreen(context: DeskContext): Screen {
  const readLine = createLineReader(context.shop)
  return {
    path: '/entry/preview',
    // The line has the phone number of a guest, which must not be in the log of a proxy with each letter.
    async submit({ form, locale }) {
      const draft = draftFromQuery(context, readLine, form)
      const preview = await loadDraftPreview(context, draft, locale)
      return { fragment: renderPanel(context, withKnownName(draft, preview), preview, locale) }
    },
  }
}

function renderPanel(
  context: DeskContext,
  draft: Draft,
  preview: DraftPreview,
  locale: Locale,
): Html {
  const { entry } = preview
  const warnings = findAnswerWarnings(context, draft)
    .map((message) => message[locale])
    .join(' ')
  const isClear = draft.unclear.length === 0
  const query = new URLSearchParams({ line: draft.line, offerId: draft.fields.offerId ?? '' })
  const save = html`<button type="submit" class="main">${words.save[locale]}</button>`
  return html`<form method="post" action="/entry">
${draftInputs(draft)}${warnings !== '' && hiddenInput('shown_warnings', warnings)}
${previewCards(context, draft, preview, locale)}
${warnings !== '' && html`<p class="notice problem"><b>${words.notForGuests[locale]}</b> ${warnings}</p>`}
${offerChoiceLinks(context, draft, locale)}
${!isClear && draft.offerChoices.length === 0 && entryWarnings(draft, locale)}
${isClear && entry?.error && optionButtons(context, draft, entry.options, locale)}
<div class="entry-buttons">${isClear && entry?.plan && save}
<a class="button" href="/entry?${query.toString()}">${words.fields[locale]}</a></div>
${adviceList(context, draft, locale)}
${parsedSummary(context, draft, locale)}
</form>`
}

/** Everything that the line says, so that it can be saved without the fields. */
export function draftInputs(draft: Draft): Html[] {
  const { line, date, time, party, name, phone, note, resources, fields, answers } = draft
  const single = { id: randomUUID(), line, date, time, party, name, phone, note }
  return [
    ...Object.entries(single),
    ...resources.map((id) => ['resource', id] as const),
    ...Object.entries(fields).map(
      ([field, value]) => [field === 'offerId' ? field : `field.${field}`, value] as const,
    ),
    ...Object.entries(answers).flatMap(([question, ids]) =>
      ids.map((id) => [`answer.${question}`, id] as const),
    ),
  ].map(([field, value]) => hiddenInput(field, value))
}

const words = {
  save: { vi: 'Ghi', en: 'Save' },
  fields: { vi: 'Từng ô', en: 'All fields' },
  notForGuests: { vi: 'Khách không tự đặt được như vậy:', en: 'A guest cannot book this:' },
} satisfies Record<string, LocalizedText>
