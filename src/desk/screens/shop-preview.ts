/** The draft in a frame of the size of a phone, before it is published. */
import { type ContentIssue, formatIssue } from '../../content/content-errors.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { type Html, html } from '../../ui/html.ts'
import { itemList } from '../components.ts'
import type { Editor } from '../editor/editor.ts'
import { previewPath, previewSitePath, publishPath, shopPath } from '../editor/paths.ts'
import type { Previews } from '../editor/preview.ts'
import type { Screen } from '../screen.ts'

export function shopPreviewScreen(editor: Editor, previews: Previews): Screen {
  return {
    path: previewPath,
    isOwnerOnly: true,
    async show({ member, locale }) {
      const texts = await editor.draftTexts(member.id)
      const { errors } = await editor.content.tryChanges(texts)
      const isWaiting = errors.length === 0 && !(await previews.isReady(member.id))
      return {
        title: words.title[locale],
        tab: shopPath,
        disableAutoRefresh: true,
        reloadAfterSeconds: isWaiting ? 2 : undefined,
        body: html`<p><a href="${publishPath}">← ${words.publish[locale]}</a></p>
<h1>${words.title[locale]}</h1>
${isWaiting ? html`<p role="status">${words.waiting[locale]}</p>` : frameOrErrors(errors, locale)}`,
      }
    },
  }
}

function frameOrErrors(errors: readonly ContentIssue[], locale: Locale): Html {
  if (errors.length > 0)
    return html`<p>${words.invalid[locale]}</p>
${itemList(errors.map((error) => html`<li>${formatIssue(error, locale)}</li>`))}`
  return html`<p class="hint">${words.hint[locale]}</p>
<iframe class="phone-frame" src="${previewSitePath}/" title="${words.frame[locale]}"
  sandbox="allow-same-origin"></iframe>`
}

const words = {
  title: { vi: 'Xem thử', en: 'Preview' },
  publish: { vi: 'Xem và đăng', en: 'Review and publish' },
  frame: { vi: 'Trang của tiệm với thay đổi chưa đăng', en: 'The site with your changes' },
  hint: {
    vi: 'Trang của bạn với những thay đổi chưa đăng; chỉ bạn thấy. Bấm các liên kết để xem trang khác. Ở đây không đặt chỗ được.',
    en: 'Your site with the changes that are not published; only you see it. Follow its links to other pages. Nothing can be booked here.',
  },
  waiting: {
    vi: 'Đang chuẩn bị ảnh của bản nháp. Trang này sẽ tự tải lại.',
    en: 'The photos of the draft are being prepared. This page loads itself again.',
  },
  invalid: {
    vi: 'Chưa xem thử được: có chỗ cần sửa.',
    en: 'No preview yet: something needs a change.',
  },
} satisfies Record<string, LocalizedText>
