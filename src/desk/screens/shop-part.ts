/** One part of the shop: its lists of entries, which can be sorted, and a form for everything else. */
import { describeChanges } from '../../content/edit/describe-changes.ts'
import type { Field } from '../../content/edit/fields.ts'
import { missingLanguages } from '../../content/edit/missing-languages.ts'
import { readField } from '../../content/edit/read-fields.ts'
import { isContainer } from '../../content/edit/render-yaml.ts'
import { nameOf, valueAt } from '../../content/field-label.ts'
import { fieldName } from '../../content/field-names.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { formatMoney } from '../../kernel/money.ts'
import { weekdayNames } from '../../kernel/weekday.ts'
import { type Html, html } from '../../ui/html.ts'
import { emptyText, hiddenInputs, itemList, submitButton } from '../components.ts'
import type { DeskContext } from '../context.ts'
import { digestOf } from '../editor/digest.ts'
import { draftBar } from '../editor/draft-bar.ts'
import { type Editor, findPart, withValueAt } from '../editor/editor.ts'
import { type FormContext, fieldLabelOf, memberField } from '../editor/field-form.ts'
import { contrastSection } from '../editor/look-contrast.ts'
import { errorsByField, rejectedNotice, userErrorNotice } from '../editor/messages.ts'
import { isEntryList, type Part } from '../editor/parts.ts'
import { entryUrl, partPath, partUrl, shopPath } from '../editor/paths.ts'
import { loadOptions } from '../editor/references.ts'
import { formatNumericDateRange } from '../labels.ts'
import type { Notice, Screen, ScreenPage, ScreenRequest } from '../screen.ts'
import { holidaySection, hoursPart, shopHolidayScreen } from './shop-holidays.ts'

const movePath = `${shopPath}/move`

type Opened = { part: Part; file: string; files: readonly string[] }

export function shopPartScreens(context: DeskContext, editor: Editor): Screen[] {
  const { languages } = context.shop
  return [
    {
      path: partPath,
      isOwnerOnly: true,
      async show(request) {
        const { query, member } = request
        const opened = await findPart(editor, member.id, query.get('part'), query.get('file'))
        if (!opened) return { seeOther: shopPath }
        return renderPart(context, editor, opened, request, {})
      },
      async submit(request) {
        const { form, member, locale } = request
        const opened = await findPart(editor, member.id, form.get('part'), form.get('file'))
        if (!opened) return { seeOther: shopPath }
        const { part, file } = opened
        const before = await editor.valueOf(member.id, file)
        let typed = before
        for (const [name, field] of formMembers(part)) {
          const value = readField(field, name, valueAt(before, [name]), { form, languages })
          typed = withValueAt(typed, [name], value)
        }
        const again = (notice: Notice, errors: FormContext['errors'] = new Map()) =>
          renderPart(context, editor, opened, request, { value: typed, errors, notice })
        if (form.get('was') !== digestOf(before))
          return { ...(await again(changedNotice(locale))), status: 409 }
        try {
          const issues = await editor.save(member.id, new Map([[file, typed]]))
          const { errors, others } = errorsByField(issues, file, [], locale)
          if (issues.length > 0)
            return { ...(await again(rejectedNotice(others, locale), errors)), status: 422 }
        } catch (error) {
          return { ...(await again(userErrorNotice(error, locale))), status: 409 }
        }
        return { seeOther: partUrl(part.id, file) }
      },
    },
    shopHolidayScreen(context, editor, async (request, notice) => {
      const opened = await findPart(editor, request.member.id, hoursPart, null)
      return opened && renderPart(context, editor, opened, request, { notice })
    }),
    {
      path: movePath,
      isOwnerOnly: true,
      show: async () => ({ seeOther: shopPath }),
      async submit({ form, member }) {
        const opened = await findPart(editor, member.id, form.get('part'), form.get('file'))
        const list = form.get('list') ?? ''
        if (!opened?.part.members[list]) return { seeOther: shopPath }
        const { part, file } = opened
        const value = await editor.valueOf(member.id, file)
        const items = valueAt(value, [list])
        const index = Number(form.get('index'))
        if (Array.isArray(items) && index > 0 && digestOf(items[index]) === form.get('was')) {
          const moved = items.with(index - 1, items[index]).with(index, items[index - 1])
          await editor.save(member.id, new Map([[file, withValueAt(value, [list], moved)]]))
        }
        return { seeOther: partUrl(part.id, file) }
      },
    },
  ]
}

export function changedNotice(locale: Locale): Notice {
  return { tone: 'problem', body: html`<p>${words.changed[locale]}</p>` }
}

/** What the form of the part asks for: everything except lists of entries, which have pages of their own. */
function formMembers({ members }: Part): [string, Field][] {
  return Object.entries(members).filter(
    ([name, field]) => !isEntryList(field) && !(name === 'id' && !field.isRequired),
  )
}

type Shown = { value?: unknown; errors?: FormContext['errors']; notice?: Notice }

async function renderPart(
  context: DeskContext,
  editor: Editor,
  opened: Opened,
  { member, locale }: Pick<ScreenRequest, 'member' | 'locale'>,
  { value: typed, errors = new Map(), notice }: Shown,
): Promise<ScreenPage> {
  const { part, file, files } = opened
  const { languages } = context.shop
  const value = await editor.valueOf(member.id, file)
  const optionsOf = await loadOptions(editor, member.id, { locale, shop: context.shop })
  const formContext: FormContext = { locale, languages, errors, optionsOf }
  const fields = formMembers(part)
  const lists = Object.entries(part.members).filter(([, field]) => isEntryList(field))
  const form =
    fields.length > 0 &&
    html`<form method="post" action="${partPath}" class="edit-form">
${hiddenInputs({ part: part.id, file, was: digestOf(value) })}
${fields.map(([name, field]) => memberField(name, field, valueAt(typed ?? value, [name]), formContext))}
${submitButton(words.save[locale], 'main')}
</form>`
  return {
    title: part.title[locale],
    tab: shopPath,
    disableAutoRefresh: true,
    ...(notice && { notice }),
    body: html`<p><a href="${shopPath}">← ${words.shop[locale]}</a></p>
<h1>${part.title[locale]}</h1>
${await draftBar(editor, member.id, locale)}
${part.id === hoursPart && holidaySection(context, value, locale)}
${files.length > 1 && (await categoryLinks(editor, opened, member.id, locale))}
${lists.map(([name]) => listSection(opened, name, valueAt(value, [name]), { languages, locale }))}
${form}
${part.file === 'look.yaml' && contrastSection(typed ?? value, locale)}`,
  }
}

/** A file of a folder is a category. */
async function categoryLinks(
  editor: Editor,
  { part, file, files }: Opened,
  memberId: string,
  locale: Locale,
): Promise<Html> {
  const read = await editor.reader(memberId)
  const names = files.map((one) => {
    const value = read(one)
    const items = Object.values(isContainer(value) ? value : {}).find(Array.isArray)
    return { one, name: nameOf(valueAt(value, ['category'])) ?? one, count: items?.length ?? 0 }
  })
  return html`<nav class="choice-links" aria-label="${words.categories[locale]}">${names.map(
    ({ one, name, count }) =>
      html`<a href="${partUrl(part.id, one)}"${one === file && html` aria-current="true"`}>${name} (${count})</a> `,
  )}</nav>`
}

function listSection(
  { part, file }: Opened,
  list: string,
  value: unknown,
  { languages, locale }: Pick<FormContext, 'languages' | 'locale'>,
): Html {
  const field = part.members[list]
  const items: readonly unknown[] = Array.isArray(value) ? value : []
  const rows = items.map((item, index) => {
    const title = entryTitle(item, index, locale)
    // The order of days and rules means nothing to guests.
    const isSorted = nameOf(item) !== undefined || valueAt(item, ['question']) !== undefined
    const fields = { part: part.id, file, list, index, was: digestOf(item) }
    const up =
      index > 0 &&
      isSorted &&
      html`<form method="post" action="${movePath}">${hiddenInputs(fields)}
<button type="submit" aria-label="${words.up[locale]}: ${title}">${words.up[locale]}</button></form>`
    return html`<li class="wide-link"><a href="${entryUrl(part.id, file, list, index)}"><b>${title}</b>
<span class="hint">${[
      ...entryDetails(item, locale),
      ...(field?.type === 'list' ? missingLanguages(field.item, item, languages) : []).map(
        (language) => `${words.missing[locale]} ${fieldName(language)[locale]}`,
      ),
    ].join(' · ')}</span></a>
<div class="actions">${up}</div></li>`
  })
  return html`<section>
<h2>${fieldLabelOf(list, locale)}</h2>
${items.length === 0 ? emptyText(words.none[locale]) : itemList(rows)}
<p><a class="button" href="${entryUrl(part.id, file, list, 'new')}">${words.add[locale]}</a></p>
</section>`
}

export function entryTitle(item: unknown, index: number, locale: Locale): string {
  const question = valueAt(item, ['question', locale]) ?? valueAt(item, ['question'])
  const days = valueAt(item, ['days'])
  const from = valueAt(item, ['from'])
  const upTo = valueAt(item, ['up_to'])
  const name = nameOf(item)
  // The id of a question says less than the question.
  if (typeof question === 'string') return question
  if (name !== undefined) return name
  if (Array.isArray(days)) return weekdayNames(days.map(Number))[locale]
  if (typeof from === 'string') return formatNumericDateRange(from, valueAt(item, ['to']))
  if (upTo !== undefined) return { vi: `Đến ${upTo} khách`, en: `Up to ${upTo} guests` }[locale]
  const tables = valueAt(item, ['tables'])
  return Array.isArray(tables) ? tables.join(' + ') : `${words.entry[locale]} ${index + 1}`
}

/** What tells entries apart at a glance. */
function entryDetails(item: unknown, locale: Locale): string[] {
  const price = valueAt(item, ['price']) ?? valueAt(item, ['amount'])
  const periods = valueAt(item, ['periods']) ?? valueAt(item, ['hours'])
  const seats = valueAt(item, ['seats'])
  const reason = valueAt(item, ['reason', locale]) ?? valueAt(item, ['reason'])
  const next = valueAt(item, ['next_price'])
  const [change] = describeChanges({}, { hours: periods })
  return [
    typeof price === 'number' && formatMoney(price, locale),
    isContainer(next) && describeChanges({}, { next_price: next })[0]?.after?.[locale],
    Array.isArray(periods) && change?.after?.[locale],
    typeof seats === 'number' && { vi: `${seats} chỗ`, en: `${seats} seats` }[locale],
    typeof reason === 'string' && reason,
  ].filter((part) => typeof part === 'string')
}

const words = {
  shop: { vi: 'Tiệm', en: 'Shop' },
  save: { vi: 'Lưu nháp', en: 'Save draft' },
  up: { vi: 'Lên', en: 'Up' },
  add: { vi: 'Thêm', en: 'Add' },
  none: { vi: 'Chưa có.', en: 'None yet.' },
  missing: { vi: 'chưa có', en: 'no' },
  entry: { vi: 'Mục', en: 'Entry' },
  categories: { vi: 'Nhóm', en: 'Categories' },
  changed: {
    vi: 'Chỗ này vừa được sửa ở nơi khác. Hãy xem lại rồi lưu lần nữa.',
    en: 'This was just changed elsewhere. Review it and save again.',
  },
} satisfies Record<string, LocalizedText>
