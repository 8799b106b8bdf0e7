/**
 * What the fields for Markdown have in common: the toolbar, which needs the script, the hint, and the rendered text.
 */
import { markdownToHtml } from '../../content/markdown.ts'
import { photoName } from '../../content/photo-files.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { Html, html } from '../../ui/html.ts'
import { thumbnailUrl } from './paths.ts'

const marks = {
  heading: { vi: 'Đề mục', en: 'Heading' },
  bold: { vi: 'Đậm', en: 'Bold' },
  italic: { vi: 'Nghiêng', en: 'Italic' },
  list: { vi: 'Danh sách', en: 'List' },
  link: { vi: 'Liên kết', en: 'Link' },
} satisfies Record<string, LocalizedText>

type Mark = keyof typeof marks

const allMarks = Object.keys(marks) as Mark[]

/** A short text, such as an answer, has no headings. */
export const shortTextMarks: readonly Mark[] = allMarks.filter((mark) => mark !== 'heading')

/** Hidden without the script: what the buttons insert can be typed. */
export function markdownToolbar(
  inputId: string,
  locale: Locale,
  used: readonly Mark[] = allMarks,
): Html {
  const buttons = used.map(
    (mark) => html`<button type="button" data-mark="${mark}">${marks[mark][locale]}</button>`,
  )
  return html`<div class="text-toolbar" role="group" aria-label="${words.format[locale]}" data-for="${inputId}" hidden>
${buttons}</div>`
}

/** As guests will see it; links to pages of the shop lead to its site. */
export function renderMarkdownPreview(markdown: string, base: string): Html {
  const toSite = (href: string) => (href.startsWith('/') ? `${base}${href}` : href)
  return new Html(markdownToHtml(markdown, toSite, renderImage))
}

/** Photos of the shop are on the desk, too. */
function renderImage(address: string, alt: string): string {
  const name = photoName(address.replace(/^\/pictures\//, ''))
  return html`<img src="${thumbnailUrl(name, 800)}" alt="${alt}">`.text
}

export function previewSection(body: Html, locale: Locale): Html {
  return html`<section class="preview-box"><h2>${words.preview[locale]}</h2>${body}</section>`
}

export function previewButton(locale: Locale): Html {
  return html`<button type="submit" name="step" value="preview">${words.seePreview[locale]}</button>`
}

export function isPreview(form: URLSearchParams): boolean {
  return form.get('step') === 'preview'
}

export const noPreviewYet: LocalizedText = {
  vi: 'Chưa xem thử được: có chỗ cần sửa.',
  en: 'No preview yet: something needs a change.',
}

const words = {
  format: { vi: 'Định dạng', en: 'Format' },
  preview: { vi: 'Khách sẽ thấy', en: 'What guests will see' },
  seePreview: { vi: 'Xem thử', en: 'Preview' },
} satisfies Record<string, LocalizedText>
