/** The list of pages or articles, and in which languages each exists. */
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { type Html, html } from '../../ui/html.ts'
import { emptyText, itemList } from '../components.ts'
import type { DeskContext } from '../context.ts'
import { draftBar } from '../editor/draft-bar.ts'
import type { Editor } from '../editor/editor.ts'
import { newText, shopPath, textsPath, textUrl } from '../editor/paths.ts'
import {
  listEditableTexts,
  type TextEntry,
  type TextFolder,
  textFolders,
  titleOfText,
} from '../editor/texts.ts'
import type { Screen } from '../screen.ts'
import { shopTextScreens } from './shop-text.ts'

export const textTitles: Readonly<Record<TextFolder, LocalizedText>> = {
  articles: { vi: 'Bài viết', en: 'Articles' },
  pages: { vi: 'Các trang chữ', en: 'Pages' },
}

export function shopTextsScreens(context: DeskContext, editor: Editor): Screen[] {
  const { languages } = context.shop
  return [
    {
      path: textsPath,
      isOwnerOnly: true,
      async show({ locale, member, query }) {
        const folder = textFolders.find((one) => one === query.get('folder'))
        if (!folder) return { seeOther: shopPath }
        const entries = await listEditableTexts(editor, member.id, folder)
        const lines = entries.map((entry) => textLine(folder, entry, languages, locale))
        return {
          title: textTitles[folder][locale],
          tab: shopPath,
          body: html`<p><a href="${shopPath}">← ${words.shop[locale]}</a></p>
<h1>${textTitles[folder][locale]}</h1>
${await draftBar(editor, member.id, locale)}
${lines.length === 0 ? emptyText(words.none[locale]) : itemList(lines)}
${
  folder === 'articles' &&
  html`<p><a class="button" href="${textUrl(folder, newText, languages[0])}">${words.add[locale]}</a></p>`
}`,
        }
      },
    },
    ...shopTextScreens(context, editor),
  ]
}

function textLine(
  folder: TextFolder,
  entry: TextEntry,
  languages: readonly Locale[],
  locale: Locale,
): Html {
  const first = languages.find((one) => entry.texts.has(one)) ?? languages[0] ?? 'vi'
  const missing = languages.filter((one) => !entry.texts.has(one))
  const state =
    entry.texts.size === 0
      ? words.notWritten[locale]
      : missing.map((one) => words.missing[one][locale]).join(' ')
  return html`<li class="wide-link"><a href="${textUrl(folder, entry.slug, first)}"><b>${titleOfText(entry, locale)}</b>
<span class="hint">${state}</span></a></li>`
}

const words = {
  shop: { vi: 'Tiệm', en: 'Shop' },
  none: { vi: 'Chưa có bài nào.', en: 'No articles yet.' },
  add: { vi: 'Viết bài mới', en: 'Write an article' },
  notWritten: {
    vi: 'chưa viết; trang hiện lời có sẵn hoặc không có',
    en: 'not written: the site has a short text of its own, or no such page',
  },
  missing: {
    vi: { vi: 'Chưa có tiếng Việt.', en: 'No Vietnamese yet.' },
    en: { vi: 'Chưa có tiếng Anh.', en: 'No English yet.' },
  },
} satisfies Record<string, LocalizedText | Record<Locale, LocalizedText>>
