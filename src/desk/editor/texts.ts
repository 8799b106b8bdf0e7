/** Pages and articles of the shop: Markdown files, one for each language. */
import { describeSchemaField } from '../../content/edit/fields.ts'
import { type MarkdownText, readMarkdown } from '../../content/edit/markdown-text.ts'
import { listFiles } from '../../content/files.ts'
import type { Shop } from '../../domain/trade/trade.ts'
import { type Locale, type LocalizedText, locales } from '../../kernel/locale.ts'
import type { Editor } from './editor.ts'
import type { Members } from './parts.ts'

export const textFolders = ['articles', 'pages'] as const
export type TextFolder = (typeof textFolders)[number]

/** The pages that a site can have, and what each is about. */
export const pageTitles: Readonly<Record<string, LocalizedText>> = {
  about: { vi: 'Giới thiệu', en: 'About the shop' },
  contact: { vi: 'Liên hệ', en: 'Contact' },
  policy: { vi: 'Quy định đặt chỗ', en: 'Booking policy' },
  privacy: { vi: 'Dữ liệu cá nhân', en: 'Personal data' },
  terms: { vi: 'Điều khoản sử dụng', en: 'Terms of use' },
}

export type TextEntry = { slug: string; texts: ReadonlyMap<Locale, MarkdownText> }

export function textFile(folder: TextFolder, slug: string, language: Locale): string {
  return `${folder}/${slug}.${language}.md`
}

/** As the member has changed them; pages that have no file yet are among them, without texts. */
export async function listEditableTexts(
  editor: Editor,
  memberId: string,
  folder: TextFolder,
): Promise<TextEntry[]> {
  const drafts = await editor.draftTexts(memberId)
  const names = new Set(
    [...listFiles(editor.content.folder).files, ...drafts.keys()].flatMap((file) => {
      const [, slug] = new RegExp(`^${folder}/([^/]+)\\.(?:vi|en)\\.md$`).exec(file) ?? []
      return slug === undefined ? [] : [slug]
    }),
  )
  if (folder === 'pages') for (const slug of Object.keys(pageTitles)) names.add(slug)
  const entries: TextEntry[] = []
  for (const slug of [...names].sort()) {
    const texts = await loadTexts(editor, memberId, folder, slug)
    if (texts.size > 0 || folder === 'pages') entries.push({ slug, texts })
  }
  return entries
}

async function loadTexts(
  { drafts }: Pick<Editor, 'drafts'>,
  memberId: string,
  folder: TextFolder,
  slug: string,
): Promise<Map<Locale, MarkdownText>> {
  const texts = new Map<Locale, MarkdownText>()
  for (const language of locales) {
    const text = await drafts.textOf(memberId, textFile(folder, slug, language))
    if (text !== null) texts.set(language, readMarkdown(text))
  }
  return texts
}

/** What the front matter asks for. The day of the last change follows from the change itself. */
export function headMembers({ fileKinds }: Shop, folder: TextFolder): Members {
  const kind = fileKinds.find((one) => one.kind === 'prose' && one.folder === folder)
  const field = kind?.kind === 'prose' ? describeSchemaField(kind.head) : undefined
  if (field?.type !== 'entry') return {}
  const { updated: _updated, ...members } = field.members
  return members
}

export function titleOfText({ slug, texts }: TextEntry, locale: Locale): string {
  const own = texts.get(locale) ?? [...texts.values()][0]
  const title = own?.head.title
  return typeof title === 'string' ? title : (pageTitles[slug]?.[locale] ?? slug)
}
