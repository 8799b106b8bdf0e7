/** The owner's shop: what can be edited, what is missing, and how many changes wait to be published. */
import { explainReadOnly } from '../../content/edit/write-files.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { plural } from '../../kernel/plural.ts'
import { dateAt } from '../../kernel/time.ts'
import { type Html, html } from '../../ui/html.ts'
import { itemList } from '../components.ts'
import { contentPath } from '../content-path.ts'
import type { ContentReloader, DeskContext } from '../context.ts'
import { draftBar } from '../editor/draft-bar.ts'
import { createEditor, type Editor } from '../editor/editor.ts'
import {
  logoPath,
  partPath,
  photosPath,
  shopPath,
  textsUrl,
  transferPath,
} from '../editor/paths.ts'
import { textFolders } from '../editor/texts.ts'
import type { Screen, ScreenPage } from '../screen.ts'
import { shopEntryScreens } from './shop-entry.ts'
import { logoTitle, shopLogoScreens } from './shop-logo.ts'
import { shopPartScreens } from './shop-part.ts'
import { shopPhotosScreens } from './shop-photos.ts'
import { shopPreviewScreen } from './shop-preview.ts'
import { shopPublishScreens } from './shop-publish.ts'
import { shopTextsScreens, textTitles } from './shop-texts.ts'
import { shopTransferScreens } from './shop-transfer.ts'
import { soldOutPath } from './sold-out.ts'

export function shopScreens(context: DeskContext, content: ContentReloader): Screen[] {
  const editor = createEditor(context, content)
  return [
    {
      path: shopPath,
      isOwnerOnly: true,
      show: ({ locale, member }) => renderPage(context, editor, member.id, locale),
    },
    ...shopPartScreens(context, editor),
    ...shopEntryScreens(context, editor),
    ...shopPublishScreens(context, editor),
    shopPreviewScreen(editor),
    ...shopPhotosScreens(context, editor),
    ...shopLogoScreens(context, editor),
    ...shopTextsScreens(context, editor),
    ...shopTransferScreens(context, editor),
  ]
}

async function renderPage(
  { shop, now, photoDesk }: DeskContext,
  editor: Editor,
  memberId: string,
  locale: Locale,
): Promise<ScreenPage> {
  const readOnly = explainReadOnly(editor.content.folder)
  const notes = shop.notesOn(dateAt(now())).length
  return {
    title: words.title[locale],
    tab: shopPath,
    ...(readOnly && { notice: { tone: 'problem', body: html`<p>${readOnly[locale]}</p>` } }),
    body: html`<h1>${words.title[locale]}</h1>
${await draftBar(editor, memberId, locale)}
${itemList([
  ...editor.parts.map(({ id, title }) => link(`${partPath}?part=${id}`, title[locale])),
  ...textFolders.map((folder) => link(textsUrl(folder), textTitles[folder][locale])),
  ...(photoDesk ? [link(photosPath, words.photos[locale]), link(logoPath, logoTitle[locale])] : []),
  link(soldOutPath, words.soldOut[locale]),
  link(transferPath, words.transfer[locale]),
])}
${notes > 0 && html`<p><a href="${contentPath}">${countNotes(notes)[locale]}</a></p>`}`,
  }
}

function link(path: string, title: string): Html {
  return html`<li class="wide-link"><a href="${path}"><b>${title}</b></a></li>`
}

function countNotes(count: number): LocalizedText {
  return {
    vi: `Nên xem lại: ${count} điều`,
    en: `Please review: ${count} ${plural(count, { one: 'thing', other: 'things' })}`,
  }
}

const words = {
  title: { vi: 'Tiệm', en: 'Shop' },
  photos: { vi: 'Ảnh', en: 'Photos' },
  transfer: { vi: 'Nhập, xuất: Excel, zip', en: 'Import and export' },
  soldOut: { vi: 'Hết món, tạm ngừng', en: 'Sold out' },
} satisfies Record<string, LocalizedText>
