/** The logo of the shop: uploaded as a drawing or a picture, or removed. */
import type { PhotoDesk } from '../../content/share-image.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { html } from '../../ui/html.ts'
import { postButton, problemNotice, submitButton } from '../components.ts'
import type { DeskContext } from '../context.ts'
import { draftBar } from '../editor/draft-bar.ts'
import type { Editor } from '../editor/editor.ts'
import { importLogoFiles, loadLogo, removedLogo } from '../editor/logo.ts'
import { rejectedNotice, userErrorNotice } from '../editor/messages.ts'
import { logoFilePath, logoPath, shopPath } from '../editor/paths.ts'
import type { Notice, Screen, ScreenPage, ScreenRequest, ScreenResult } from '../screen.ts'

const removePath = `${logoPath}/remove`
const maxLogoBytes = 5_000_000

export function shopLogoScreens(context: DeskContext, editor: Editor): Screen[] {
  const { photoDesk } = context
  if (!photoDesk) return []
  const show = (request: ScreenRequest, notice?: Notice) =>
    renderLogo(context, editor, request, notice)
  const saveTexts = async (request: ScreenRequest, texts: ReadonlyMap<string, string | null>) => {
    const { member, locale } = request
    try {
      const issues = await editor.saveTexts(member.id, texts)
      if (issues.length === 0) return { seeOther: logoPath }
      return { ...(await show(request, rejectedNotice(issues, locale))), status: 422 }
    } catch (error) {
      return { ...(await show(request, userErrorNotice(error, locale))), status: 409 }
    }
  }
  return [
    {
      path: logoPath,
      isOwnerOnly: true,
      maxBodyBytes: maxLogoBytes + 16 * 1024,
      show: (request) => show(request),
      submit: (request) => saveLogo(request, editor, photoDesk, { show, saveTexts }),
    },
    {
      path: removePath,
      isOwnerOnly: true,
      show: async () => ({ seeOther: logoPath }),
      submit: (request) => saveTexts(request, removedLogo()),
    },
    {
      path: logoFilePath,
      isOwnerOnly: true,
      async show({ member }): Promise<ScreenResult> {
        const logo = await loadLogo(editor, context.shop, member.id)
        return logo ? { picture: logo } : { seeOther: logoPath }
      },
    },
  ]
}

type Steps = {
  show(request: ScreenRequest, notice: Notice): Promise<ScreenPage>
  saveTexts(
    request: ScreenRequest,
    texts: ReadonlyMap<string, string | null>,
  ): Promise<ScreenResult>
}

async function saveLogo(
  request: ScreenRequest,
  editor: Editor,
  photoDesk: PhotoDesk,
  { show, saveTexts }: Steps,
): Promise<ScreenResult> {
  const { uploads, locale } = request
  const reject = async (status: number, text: LocalizedText) => ({
    ...(await show(request, problemNotice(text[locale]))),
    status,
  })
  const upload = uploads.get('logo')
  const isTooLarge = request.request.isBodyTooLarge || (upload?.length ?? 0) > maxLogoBytes
  if (isTooLarge) return reject(413, words.tooLarge)
  if (!upload) return reject(422, words.noFile)
  const { texts, problem } = await importLogoFiles(editor, photoDesk, upload)
  return problem ? reject(422, problem) : saveTexts(request, texts)
}

async function renderLogo(
  { shop }: DeskContext,
  editor: Editor,
  { member, locale }: ScreenRequest,
  notice?: Notice,
): Promise<ScreenPage> {
  const logo = await loadLogo(editor, shop, member.id)
  return {
    title: words.title[locale],
    tab: shopPath,
    disableAutoRefresh: true,
    ...(notice && { notice }),
    body: html`<p><a href="${shopPath}">← ${words.shop[locale]}</a></p>
<h1>${words.title[locale]}</h1>
${await draftBar(editor, member.id, locale)}
${logo && shownLogo(logo.isDraft, locale)}
<form method="post" action="${logoPath}" enctype="multipart/form-data" class="edit-form">
<div class="edit-field"><label for="field-logo">${words[logo ? 'replace' : 'choose'][locale]}</label>
<input id="field-logo" name="logo" type="file" accept="image/svg+xml,image/png,image/webp,image/jpeg">
<p class="hint">${words.hint[locale]}</p></div>
${submitButton(words.save[locale], 'main')}
</form>
${logo && postButton(removePath, words.remove[locale])}`,
  }
}

/** On both backgrounds of the site: a dark logo is lost on a dark one. */
function shownLogo(isDraft: boolean, locale: Locale) {
  const image = html`<img src="${logoFilePath}" alt="" width="96" height="96">`
  return html`<div class="logo-now">
<figure class="on-light">${image}<figcaption>${words.light[locale]}</figcaption></figure>
<figure class="on-dark">${image}<figcaption>${words.dark[locale]}</figcaption></figure>
</div>
<p class="hint">${words[isDraft ? 'inDraft' : 'shown'][locale]}</p>`
}

export const logoTitle: LocalizedText = { vi: 'Logo', en: 'Logo' }

const words = {
  title: logoTitle,
  shop: { vi: 'Tiệm', en: 'Shop' },
  choose: { vi: 'Chọn logo', en: 'Choose the logo' },
  replace: { vi: 'Chọn logo khác', en: 'Choose another logo' },
  hint: {
    vi: 'PNG, SVG hoặc WebP, nhiều nhất 5 MB (SVG: 40 KB). Hình vuông là đẹp nhất: tên tiệm đã có ngay bên cạnh.',
    en: 'PNG, SVG or WebP, at most 5 MB (SVG: 40 KB). A square one looks best: the name of the shop is beside it.',
  },
  light: { vi: 'Trên nền sáng', en: 'On a light screen' },
  dark: { vi: 'Trên nền tối', en: 'On a dark screen' },
  shown: { vi: 'Khách đang thấy logo này.', en: 'Guests see this logo.' },
  inDraft: { vi: 'Logo mới, chưa đăng.', en: 'New logo, not published yet.' },
  save: { vi: 'Lưu nháp', en: 'Save draft' },
  remove: { vi: 'Bỏ logo này', en: 'Remove this logo' },
  noFile: { vi: 'Hãy chọn một tệp.', en: 'Choose a file.' },
  tooLarge: {
    vi: 'Tệp này nặng hơn 5 MB. Hãy lưu logo nhỏ hơn; rộng 1.000 điểm là đủ.',
    en: 'This file has more than 5 MB. Save a smaller logo; a width of 1,000 pixels is enough.',
  },
} satisfies Record<string, LocalizedText>
