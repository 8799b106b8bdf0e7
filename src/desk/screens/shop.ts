/** The owner's shop: what can be edited, what is missing, and how many changes wait to be published. */
import { explainMissingFolder, explainReadOnly } from '../../content/edit/write-files.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { plural } from '../../kernel/plural.ts'
import { dateAt } from '../../kernel/time.ts'
import { type Html, html } from '../../ui/html.ts'
import { itemList, problemNotice } from '../components.ts'
import { contentPath } from '../content-path.ts'
import type { ContentReloader, DeskContext } from '../context.ts'
import { draftBar } from '../editor/draft-bar.ts'
import { createEditor, type Editor } from '../editor/editor.ts'
import {
  logoPath,
  onlinePath,
  partPath,
  photosPath,
  setupPath,
  shopPath,
  textsUrl,
  transferPath,
} from '../editor/paths.ts'
import type { Previews } from '../editor/preview.ts'
import { textFolders } from '../editor/texts.ts'
import type { Screen, ScreenPage } from '../screen.ts'
import { listLeftovers } from '../setup/leftovers.ts'
import { openSetup } from '../setup/state.ts'
import { shopEntryScreens } from './shop-entry.ts'
import { logoTitle, shopLogoScreens } from './shop-logo.ts'
import { shopOnlineScreen } from './shop-online.ts'
import { shopPartScreens } from './shop-part.ts'
import { shopPhotosScreens } from './shop-photos.ts'
import { shopPreviewScreen } from './shop-preview.ts'
import { shopPublishScreens } from './shop-publish.ts'
import { shopSetupScreens } from './shop-setup.ts'
import { shopTextsScreens, textTitles } from './shop-texts.ts'
import { shopTransferScreens } from './shop-transfer.ts'
import { soldOutPath } from './sold-out.ts'

export function shopScreens(
  context: DeskContext,
  content: ContentReloader,
  previews: Previews,
): Screen[] {
  const editor = createEditor(context, content)
  const screens: Screen[] = [
    {
      path: shopPath,
      isOwnerOnly: true,
      show: ({ locale, member }) => renderPage(context, editor, member.id, locale),
    },
    ...shopPartScreens(context, editor),
    ...shopEntryScreens(context, editor),
    ...shopPublishScreens(context, editor),
    shopPreviewScreen(editor, previews),
    ...shopPhotosScreens(context, editor),
    ...shopLogoScreens(context, editor),
    ...shopTextsScreens(context, editor),
    ...shopTransferScreens(context, editor),
    ...shopSetupScreens(context, editor),
    shopOnlineScreen(context, editor),
  ]
  return screens.map((screen) => withFolder(screen, content.folder))
}

/** Without the folder every screen says so: there is nothing to read. */
function withFolder({ show, submit, ...screen }: Screen, folder: string): Screen {
  type Run = NonNullable<Screen['show']>
  const guard =
    (run: Run): Run =>
    async (request) => {
      const missing = explainMissingFolder(folder)
      if (!missing) return run(request)
      const title = words.title[request.locale]
      const notice = problemNotice(missing[request.locale])
      return { title, tab: shopPath, notice, status: 409, body: html`<h1>${title}</h1>` }
    }
  return { ...screen, ...(show && { show: guard(show) }), ...(submit && { submit: guard(submit) }) }
}

async function renderPage(
  context: DeskContext,
  editor: Editor,
  memberId: string,
  locale: Locale,
): Promise<ScreenPage> {
  const { shop, now, photoDesk } = context
  const readOnly = explainReadOnly(editor.content.folder)
  const leftovers = listLeftovers(await openSetup(context, editor, { memberId, locale })).length
  const notes = shop.notesOn(dateAt(now())).length
  return {
    title: words.title[locale],
    tab: shopPath,
    ...(readOnly && { notice: { tone: 'problem', body: html`<p>${readOnly[locale]}</p>` } }),
    body: html`<h1>${words.title[locale]}</h1>
${await draftBar(editor, memberId, locale)}
${leftovers > 0 && html`<p><a class="button" href="${setupPath}">${countLeftovers(leftovers)[locale]}</a></p>`}
${itemList([
  ...editor.parts.map(({ id, title }) => link(`${partPath}?part=${id}`, title[locale])),
  ...textFolders.map((folder) => link(textsUrl(folder), textTitles[folder][locale])),
  ...(photoDesk ? [link(photosPath, words.photos[locale]), link(logoPath, logoTitle[locale])] : []),
  link(soldOutPath, words.soldOut[locale]),
  link(transferPath, words.transfer[locale]),
  link(setupPath, words.setup[locale]),
  link(onlinePath, words.online[locale]),
])}
${notes > 0 && html`<p><a href="${contentPath}">${countNotes(notes)[locale]}</a></p>`}`,
  }
}

function link(path: string, title: string): Html {
  return html`<li class="wide-link"><a href="${path}"><b>${title}</b></a></li>`
}

function countLeftovers(count: number): LocalizedText {
  return {
    vi: `Dựng tiệm: còn ${count} chỗ của tiệm mẫu`,
    en: `Setup: ${count} ${plural(count, { one: 'thing is', other: 'things are' })} still of the sample`,
  }
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
  setup: { vi: 'Dựng tiệm, từng bước', en: 'Setup, step by step' },
  online: { vi: 'Đưa tiệm lên mạng', en: 'Going online' },
  soldOut: { vi: 'Hết món, tạm ngừng', en: 'Sold out' },
} satisfies Record<string, LocalizedText>
