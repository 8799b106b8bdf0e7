/** The preview of a question with its answer, which is Markdown, in every language of the shop. */
import { formatMistake } from '../../content/content-errors.ts'
import type { Locale } from '../../kernel/locale.ts'
import { type Html, html } from '../../ui/html.ts'
import { plainList } from '../components.ts'
import type { DeskContext } from '../context.ts'
import type { Editor } from './editor.ts'
import { noPreviewYet, renderMarkdownPreview } from './markdown-field.ts'

/** The fields of an entry that are Markdown. */
export function markdownFieldsOf(partId: string, list: string): ReadonlySet<string> {
  return new Set(partId === 'faqs' && list === 'faqs' ? ['answer'] : [])
}

type Changed = { memberId: string; values: ReadonlyMap<string, unknown>; index: number }

/** With everything that the program fills in, such as the figures of the rules. */
export async function previewAnswer(
  { base }: DeskContext,
  editor: Editor,
  { memberId, values, index }: Changed,
  locale: Locale,
): Promise<Html> {
  const texts = await editor.draftTexts(memberId)
  for (const [file, value] of values)
    texts.set(file, value === null ? null : await editor.textWith(memberId, file, value))
  const { shop, errors } = await editor.content.tryChanges(texts)
  const faq = shop?.faqs.faqs[index]
  if (!shop || !faq)
    return html`<p>${noPreviewYet[locale]}</p>${plainList(errors.map((one) => formatMistake(one, locale)))}`
  return html`${shop.languages.map(
    (
      language,
    ) => html`<article class="text-preview" lang="${language}"><h3>${faq.question[language]}</h3>
${renderMarkdownPreview(faq.answer[language], base)}</article>`,
  )}`
}
