/** One entry of a list, such as a dish, a table or a special day: its form, and its removal. */
import type { Field } from '../../content/edit/fields.ts'
import { readField } from '../../content/edit/read-fields.ts'
import { isContainer } from '../../content/edit/render-yaml.ts'
import { nameOf, valueAt } from '../../content/field-label.ts'
import { toSlug } from '../../content/proposals/closest-word.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { type Html, html } from '../../ui/html.ts'
import { disclosure, hiddenInputs, option, selectField, submitButton } from '../components.ts'
import type { DeskContext } from '../context.ts'
import { markdownFieldsOf, previewAnswer } from '../editor/answer-preview.ts'
import { digestOf } from '../editor/digest.ts'
import { draftBar } from '../editor/draft-bar.ts'
import { categoryFileOf, type Editor, findPart, withValueAt } from '../editor/editor.ts'
import { type FormContext, fieldLabelOf, memberField } from '../editor/field-form.ts'
import { isPreview, previewButton, previewSection } from '../editor/markdown-field.ts'
import { errorsByField, rejectedNotice, userErrorNotice } from '../editor/messages.ts'
import { isEntryList, type Members, type Part } from '../editor/parts.ts'
import { entryPath, partUrl, photoUrl, shopPath } from '../editor/paths.ts'
import { loadOptions } from '../editor/references.ts'
import type { Notice, Screen, ScreenRequest, ScreenResult } from '../screen.ts'
import { changedNotice, entryTitle } from './shop-part.ts'

const removePath = `${shopPath}/remove`

/** `index` is undefined for a new entry. */
type Opened = {
  part: Part
  file: string
  files: readonly string[]
  list: string
  index: number | undefined
  fields: Members
  fileValue: unknown
  items: readonly unknown[]
  entry: unknown
}

export function shopEntryScreens(context: DeskContext, editor: Editor): Screen[] {
  const open = (request: ScreenRequest, values: URLSearchParams) =>
    openEntry(editor, request, values)
  return [
    {
      path: entryPath,
      isOwnerOnly: true,
      async show(request) {
        const opened = await open(request, request.query)
        return opened ? renderEntry(context, editor, opened, request, {}) : { seeOther: shopPath }
      },
      async submit(request) {
        const opened = await open(request, request.form)
        return opened ? saveEntry(context, editor, opened, request) : { seeOther: shopPath }
      },
    },
    {
      path: removePath,
      isOwnerOnly: true,
      show: async () => ({ seeOther: shopPath }),
      async submit(request) {
        const opened = await open(request, request.form)
        return opened ? removeEntry(context, editor, opened, request) : { seeOther: shopPath }
      },
    },
  ]
}

async function openEntry(
  editor: Editor,
  { member }: ScreenRequest,
  values: URLSearchParams,
): Promise<Opened | undefined> {
  const found = await findPart(editor, member.id, values.get('part'), values.get('file'))
  const list = values.get('list') ?? ''
  const field = found?.part.members[list]
  if (!found || !field || !isEntryList(field) || field.item.type !== 'entry') return undefined
  const fileValue = await editor.valueOf(member.id, found.file)
  const written = valueAt(fileValue, [list])
  const items: readonly unknown[] = Array.isArray(written) ? written : []
  const index = values.get('index') === 'new' ? undefined : Number(values.get('index'))
  if (index !== undefined && !(index in items)) return undefined
  const entry = index === undefined ? undefined : items[index]
  return { ...found, list, index, fields: field.item.members, fileValue, items, entry }
}

async function saveEntry(
  context: DeskContext,
  editor: Editor,
  opened: Opened,
  request: ScreenRequest,
): Promise<ScreenResult> {
  const { form, member, locale } = request
  const { file, files, list, index, fields, fileValue, items, entry } = opened
  const { languages } = context.shop
  const shape: Field = {
    type: 'entry',
    members: fields,
    isRequired: true,
    schema: anySchema(fields),
  }
  const markdownFields = markdownFieldsOf(opened.part.id, list)
  const read = readField(shape, '', entry, { form, languages, markdownFields })
  const typed = keepId(fields, entry, read ?? {})
  const again = async (status: number, notice: Notice, errors?: FormContext['errors']) => ({
    ...(await renderEntry(context, editor, opened, request, { typed, notice, errors })),
    status,
  })
  if (form.get('was') !== digestOf(entry)) return again(409, changedNotice(locale))
  const newCategory = (form.get('newCategory') ?? '').trim()
  const chosen = files.find((one) => one === form.get('category')) ?? file
  const target = newCategory === '' ? chosen : categoryFileOf(opened.part, files, newCategory)
  const place = index ?? items.length
  const values = new Map<string, unknown>()
  let path = [list, place]
  if (target === file) {
    values.set(file, withValueAt(fileValue, [list], items.toSpliced(place, 1, typed)))
  } else {
    const other = files.includes(target)
      ? await editor.valueOf(member.id, target)
      : { category: { name: newCategory }, ...likeCategory(fileValue, list) }
    const others = (valueAt(other, [list]) as readonly unknown[] | undefined) ?? []
    const rest = index === undefined ? items : items.toSpliced(index, 1)
    // A category without offers is not shown: its file goes with the last one.
    if (rest.length < items.length)
      values.set(file, rest.length === 0 ? null : withValueAt(fileValue, [list], rest))
    values.set(target, withValueAt(other, [list], [...others, typed]))
    path = [list, others.length]
  }
  try {
    if (isPreview(form)) {
      const changed = { memberId: member.id, values, index: place }
      const preview = await previewAnswer(context, editor, changed, locale)
      return renderEntry(context, editor, opened, request, { typed, preview })
    }
    const issues = await editor.save(member.id, values)
    if (issues.length > 0) {
      const { errors, others } = errorsByField(issues, target, path, locale)
      return again(422, rejectedNotice(others, locale), errors)
    }
  } catch (error) {
    return again(409, userErrorNotice(error, locale))
  }
  return { seeOther: partUrl(opened.part.id, target) }
}

/** What the offers of a category have in common, such as their kind. */
function likeCategory(value: unknown, list: string): Record<string, unknown> {
  const { category: _category, [list]: _list, ...common } = value as Record<string, unknown>
  return common
}

/** The schema of an entry is checked with its file. */
function anySchema(fields: Members): Field['schema'] {
  return Object.values(fields)[0]?.schema as Field['schema']
}

/** An entry without an id is called by its name in URLs and bookings: with another name it keeps its id. */
function keepId(fields: Members, before: unknown, after: unknown): unknown {
  const [oldName, newName] = [before, after].map(nameOf)
  const hasId = isContainer(before) && 'id' in before
  if (!fields.id || hasId || oldName === undefined || oldName === newName || !isContainer(after))
    return after
  return { id: toSlug(oldName), ...after }
}

async function removeEntry(
  context: DeskContext,
  editor: Editor,
  opened: Opened,
  request: ScreenRequest,
): Promise<ScreenResult> {
  const { form, member, locale } = request
  const { part, file, list, index, fileValue, items, entry } = opened
  const again = async (notice: Notice) => ({
    ...(await renderEntry(context, editor, opened, request, { notice })),
    status: 409,
  })
  if (index === undefined) return { seeOther: partUrl(part.id, file) }
  if (form.get('was') !== digestOf(entry)) return again(changedNotice(locale))
  try {
    const rest = items.toSpliced(index, 1)
    const value = withValueAt(
      fileValue,
      [list],
      rest.length > 0 || isNeeded(part, list) ? rest : undefined,
    )
    const issues = await editor.save(member.id, new Map([[file, value]]))
    if (issues.length > 0) return again(rejectedNotice(issues, locale))
  } catch (error) {
    return again(userErrorNotice(error, locale))
  }
  return { seeOther: partUrl(part.id, file) }
}

/** The last entry of a list that must not be empty: the check says so. */
function isNeeded({ members }: Part, list: string): boolean {
  return members[list]?.isRequired ?? false
}

type Shown = {
  typed?: unknown
  notice?: Notice
  errors?: FormContext['errors'] | undefined
  preview?: Html
}

async function renderEntry(
  context: DeskContext,
  editor: Editor,
  opened: Opened,
  { member, locale }: ScreenRequest,
  { typed, notice, errors = new Map(), preview }: Shown,
) {
  const { part, file, list, index, fields, entry } = opened
  const { shop } = context
  const { languages } = shop
  const optionsOf = await loadOptions(editor, member.id, { locale, shop })
  const markdownFields = markdownFieldsOf(part.id, list)
  const formContext: FormContext = { locale, languages, errors, optionsOf, markdownFields }
  const title =
    index === undefined
      ? `${words.add[locale]}: ${fieldLabelOf(list, locale)}`
      : entryTitle(entry, index, locale)
  const hidden = { part: part.id, file, list, index: index ?? 'new', was: digestOf(entry) }
  return {
    title,
    tab: shopPath,
    disableAutoRefresh: true,
    ...(notice && { notice }),
    body: html`<p><a href="${partUrl(part.id, file)}">← ${part.title[locale]}</a></p>
<h1>${title}</h1>
${await draftBar(editor, member.id, locale)}
${photoLink(context, opened, locale)}
${preview && previewSection(preview, locale)}
<form method="post" action="${entryPath}" class="edit-form">
${hiddenInputs(hidden)}
${await categorySelect(editor, opened, member.id, locale)}
${sortFields(fields).map(([name, field]) =>
  memberField(name, field, valueAt(typed ?? entry, [name]), formContext),
)}
<p class="form-actions">${submitButton(words.save[locale], 'main')}
${markdownFields.size > 0 && previewButton(locale)}</p>
</form>
${
  index !== undefined &&
  html`<form method="post" action="${removePath}" class="edit-form">
${hiddenInputs(hidden)}${submitButton(words.remove[locale])}</form>`
}`,
  }
}

/** Offers have a photo, by their id; it exists once the entry has a name. */
function photoLink({ photoDesk }: DeskContext, { part, entry, fields }: Opened, locale: Locale) {
  const name = isContainer(entry) && 'id' in entry ? String(entry.id) : toSlug(nameOf(entry) ?? '')
  if (!photoDesk || !part.folder || !fields.id || name === '') return false
  return html`<p><a class="button" href="${photoUrl(name)}">${words.photo[locale]}</a></p>`
}

/** What is changed most comes first. */
const firstFields = ['name', 'question', 'price', 'next_price']

function sortFields(fields: Members): [string, Field][] {
  const rank = (name: string) => firstFields.indexOf(name) + 1 || firstFields.length + 1
  return Object.entries(fields)
    .filter(([name, field]) => name !== 'id' || field.isRequired)
    .sort(([one], [other]) => rank(one) - rank(other))
}

/** An offer can move to another category, which is another file. */
async function categorySelect(
  editor: Editor,
  { part, file, files }: Opened,
  memberId: string,
  locale: Locale,
) {
  if (!part.folder) return false
  const read = await editor.reader(memberId)
  const options = files.map((one) =>
    option(one, nameOf(valueAt(read(one), ['category'])) ?? one, one === file),
  )
  return html`<div class="edit-field">${selectField('field-category', 'category', words.category[locale], options)}
</div>
${disclosure(
  words.newCategory[locale],
  html`<div class="edit-field"><label for="field-new-category">${words.categoryName[locale]}</label>
<input id="field-new-category" name="newCategory" type="text" maxlength="60"></div>`,
)}`
}

const words = {
  add: { vi: 'Thêm', en: 'Add' },
  save: { vi: 'Lưu nháp', en: 'Save draft' },
  remove: { vi: 'Bỏ mục này', en: 'Remove this entry' },
  newCategory: { vi: 'Đưa vào một nhóm mới', en: 'Put it into a new category' },
  categoryName: { vi: 'Tên nhóm mới', en: 'Name of the new category' },
  photo: { vi: 'Ảnh', en: 'Photo' },
  category: { vi: 'Nhóm', en: 'Category' },
} satisfies Record<string, LocalizedText>
