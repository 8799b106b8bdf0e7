/** A page or an article in one language: its title and the like, its text as Markdown, and what guests will see. */
import { formatMistake } from '../../content/content-errors.ts'
import { readMarkdown, writeMarkdown } from '../../content/edit/markdown-text.ts'
import { readField } from '../../content/edit/read-fields.ts'
import { toSlug } from '../../content/proposals/closest-word.ts'
import type { Shop } from '../../domain/trade/trade.ts'
import type { Locale } from '../../kernel/locale.ts'
import { dateAt } from '../../kernel/time.ts'
import { type Html, html } from '../../ui/html.ts'
import { hiddenInputs, plainList, postButton, problemNotice, submitButton } from '../components.ts'
import type { DeskContext } from '../context.ts'
import { digestOf } from '../editor/digest.ts'
import { draftBar } from '../editor/draft-bar.ts'
import type { Editor } from '../editor/editor.ts'
import { type FormContext, memberField } from '../editor/field-form.ts'
import {
  isPreview,
  markdownToolbar,
  noPreviewYet,
  previewButton,
  previewSection,
  renderMarkdownPreview,
} from '../editor/markdown-field.ts'
import { errorsByField, rejectedNotice, userErrorNotice } from '../editor/messages.ts'
import { newText, shopPath, textPath, textsUrl, textUrl } from '../editor/paths.ts'
import {
  headMembers,
  listEditableTexts,
  pageTitles,
  type TextFolder,
  textFile,
  textFolders,
} from '../editor/texts.ts'
import type { Notice, Screen, ScreenPage, ScreenRequest, ScreenResult } from '../screen.ts'
import { changedNotice } from './shop-part.ts'

const removePath = `${textPath}/remove`

type Opened = { folder: TextFolder; slug: string; language: Locale; text: string | null }

export function shopTextScreens(context: DeskContext, editor: Editor): Screen[] {
  return [
    {
      path: textPath,
      isOwnerOnly: true,
      async show(request) {
        const opened = await openText(context, editor, request, request.query)
        return opened ? renderText(context, editor, opened, request, {}) : { seeOther: shopPath }
      },
      async submit(request) {
        const opened = await openText(context, editor, request, request.form)
        return opened ? saveText(context, editor, opened, request) : { seeOther: shopPath }
      },
    },
    {
      path: removePath,
      isOwnerOnly: true,
      show: async () => ({ seeOther: shopPath }),
      async submit(request) {
        const { form, member, locale } = request
        const opened = await openText(context, editor, request, form)
        if (!opened || opened.text === null) return { seeOther: shopPath }
        const { folder, slug, language, text } = opened
        if (form.get('was') !== digestOf(text))
          return renderText(context, editor, opened, request, { notice: changedNotice(locale) })
        const issues = await editor.saveTexts(
          member.id,
          new Map([[textFile(folder, slug, language), null]]),
        )
        if (issues.length === 0) return { seeOther: textsUrl(folder) }
        const notice = rejectedNotice(issues, locale)
        return { ...(await renderText(context, editor, opened, request, { notice })), status: 409 }
      },
    },
  ]
}

async function openText(
  { shop }: DeskContext,
  editor: Editor,
  { member }: ScreenRequest,
  values: URLSearchParams,
): Promise<Opened | undefined> {
  const folder = textFolders.find((one) => one === values.get('folder'))
  const language = shop.languages.find((one) => one === values.get('language'))
  const slug = values.get('slug') ?? ''
  if (!folder || !language) return undefined
  const isNew = folder === 'articles' && slug === newText
  const known = isNew ? [] : await listEditableTexts(editor, member.id, folder)
  if (!isNew && known.every((one) => one.slug !== slug)) return undefined
  const text = isNew
    ? null
    : await editor.drafts.textOf(member.id, textFile(folder, slug, language))
  return { folder, slug, language, text }
}

async function saveText(
  context: DeskContext,
  editor: Editor,
  opened: Opened,
  request: ScreenRequest,
): Promise<ScreenResult> {
  const { shop, now } = context
  const { form, member, locale } = request
  const { folder, language, text } = opened
  const typed = readTyped(shop, opened, form)
  const again = async (status: number, shown: Omit<Shown, 'typed'>): Promise<ScreenPage> => ({
    ...(await renderText(context, editor, opened, request, { typed, ...shown })),
    status,
  })
  if (form.get('was') !== digestOf(text)) return again(409, { notice: changedNotice(locale) })
  const slug = opened.slug === newText ? toSlug(String(typed.head.title ?? '')) : opened.slug
  const isTaken =
    opened.slug === newText &&
    (await listEditableTexts(editor, member.id, folder)).some((one) => one.slug === slug)
  if (slug === '' || slug === newText || isTaken)
    return again(422, { notice: problemNotice(words[isTaken ? 'sameTitle' : 'noTitle'][locale]) })
  const before = readMarkdown(text)
  const isSame = digestOf(typed) === digestOf(before)
  const head = isSame ? typed.head : { ...typed.head, updated: dateAt(now()) }
  const file = textFile(folder, slug, language)
  try {
    const written = isSame ? text : writeMarkdown(text, { head, body: typed.body })
    if (isPreview(form))
      return again(200, {
        preview: await preview(context, editor, opened, request, { slug, file, written }),
      })
    const issues = await editor.saveTexts(member.id, new Map([[file, written]]))
    if (issues.length > 0) {
      const { errors, others } = errorsByField(issues, file, [], locale)
      return again(422, { notice: rejectedNotice(others, locale), errors })
    }
  } catch (error) {
    return again(409, { notice: userErrorNotice(error, locale) })
  }
  return { seeOther: textUrl(folder, slug, language) }
}

type Typed = { head: Record<string, unknown>; body: string }

function readTyped(shop: Shop, { folder, text }: Opened, form: URLSearchParams): Typed {
  const before = readMarkdown(text)
  const { languages } = shop
  const head: Record<string, unknown> = { ...before.head }
  for (const [name, field] of Object.entries(headMembers(shop, folder))) {
    const value = readField(field, name, before.head[name], { form, languages })
    if (value === undefined) delete head[name]
    else head[name] = value
  }
  return { head, body: (form.get('body') ?? '').replace(/\r\n/g, '\n').trim() }
}

/** What guests will see, with everything that the program fills in. */
async function preview(
  { base }: DeskContext,
  editor: Editor,
  { folder, language }: Opened,
  { member, locale }: ScreenRequest,
  { slug, file, written }: { slug: string; file: string; written: string | null },
): Promise<Html> {
  const drafts = await editor.draftTexts(member.id)
  const { shop, errors } = await editor.content.tryChanges(new Map([...drafts, [file, written]]))
  const own = shop?.[folder].find((one) => one.slug === slug)?.[language]
  if (!own)
    return html`<p>${noPreviewYet[locale]}</p>${plainList(errors.map((one) => formatMistake(one, locale)))}`
  return html`<article class="text-preview" lang="${language}"><h2>${own.head.title}</h2>
${renderMarkdownPreview(own.body, base)}</article>`
}

type Shown = {
  typed?: Typed
  notice?: Notice
  errors?: FormContext['errors']
  preview?: Html
}

async function renderText(
  { shop, now }: DeskContext,
  editor: Editor,
  { folder, slug, language, text }: Opened,
  { member, locale }: ScreenRequest,
  { typed, notice, errors = new Map(), preview: shownPreview }: Shown,
): Promise<ScreenPage> {
  const { languages } = shop
  const isNew = slug === newText
  const { head, body } = typed ?? readMarkdown(text)
  const values = text === null && !typed ? firstValues(folder, slug, language, dateAt(now())) : head
  const formContext: FormContext = { locale, languages, errors, optionsOf: () => [] }
  const title = isNew
    ? words.newText[locale]
    : String(head.title ?? pageTitles[slug]?.[locale] ?? slug)
  const hidden = {
    folder,
    slug,
    language,
    was: digestOf(text),
    file: textFile(folder, slug, language),
  }
  return {
    title,
    tab: shopPath,
    disableAutoRefresh: true,
    ...(notice && { notice }),
    body: html`<p><a href="${textsUrl(folder)}">← ${words.back[folder][locale]}</a></p>
<h1>${title}</h1>
${await draftBar(editor, member.id, locale)}
${!isNew && languages.length > 1 && languageLinks({ folder, slug, language }, languages, locale)}
${shownPreview && previewSection(shownPreview, locale)}
<form method="post" action="${textPath}" class="edit-form">
${hiddenInputs(hidden)}
${Object.entries(headMembers(shop, folder)).map(([name, field]) =>
  memberField(name, field, values[name], formContext),
)}
${bodyField(body, language, errors.get('body'), locale)}
<p class="form-actions">${submitButton(words.save[locale], 'main')}
${previewButton(locale)}</p>
</form>
${text !== null && postButton(removePath, words.remove[locale], { fields: hidden })}`,
  }
}

function firstValues(
  folder: TextFolder,
  slug: string,
  language: Locale,
  today: string,
): Record<string, unknown> {
  return folder === 'articles' ? { published: today } : { title: pageTitles[slug]?.[language] }
}

function languageLinks(
  { folder, slug, language }: Pick<Opened, 'folder' | 'slug' | 'language'>,
  languages: readonly Locale[],
  locale: Locale,
): Html {
  return html`<nav class="choice-links" aria-label="${words.languages[locale]}">${languages.map(
    (one) =>
      html`<a href="${textUrl(folder, slug, one)}"${
        one === language &&
        html`
aria-current="true"`
      }>${words.language[one][locale]}</a> `,
  )}</nav>`
}

const bodyId = 'field-body'

function bodyField(
  body: string,
  language: Locale,
  problems: readonly string[] | undefined,
  locale: Locale,
): Html {
  return html`<div class="edit-field"><label for="${bodyId}">${words.body[locale]}</label>
${markdownToolbar(bodyId, locale)}
<textarea id="${bodyId}" name="body" rows="18" lang="${language}" aria-describedby="${bodyId}-hint">${body}</textarea>
${problems && html`<p class="field-error">${problems.join(' ')}</p>`}
<p class="hint" id="${bodyId}-hint">${words.hint[locale]}</p></div>`
}

const words = {
  back: {
    articles: { vi: 'Bài viết', en: 'Articles' },
    pages: { vi: 'Các trang chữ', en: 'Pages' },
  },
  language: {
    vi: { vi: 'Tiếng Việt', en: 'Vietnamese' },
    en: { vi: 'Tiếng Anh', en: 'English' },
  },
  languages: { vi: 'Ngôn ngữ', en: 'Language' },
  newText: { vi: 'Bài mới', en: 'New article' },
  body: { vi: 'Nội dung', en: 'Text' },
  hint: {
    vi: 'Để cách một dòng giữa hai đoạn. ## đề mục, **đậm**, - danh sách, [chữ](https://địa-chỉ).',
    en: 'Leave an empty line between paragraphs. ## heading, **bold**, - list, [text](https://address).',
  },
  save: { vi: 'Lưu nháp', en: 'Save draft' },
  remove: { vi: 'Bỏ bản này', en: 'Remove this text' },
  noTitle: { vi: 'Hãy đặt tiêu đề cho bài.', en: 'Give the article a title.' },
  sameTitle: {
    vi: 'Đã có bài với tiêu đề này. Hãy đặt tiêu đề khác.',
    en: 'There is an article with this title. Choose another one.',
  },
}
