/** Two photos: one at the top of the home page, and one of an offer. */
import { nameOf, valueAt } from '../../../content/field-label.ts'
import { toSlug } from '../../../content/proposals/closest-word.ts'
import type { LocalizedText } from '../../../kernel/locale.ts'
import { type Html, html } from '../../../ui/html.ts'
import { option, selectField } from '../../components.ts'
import { photoProblemTexts } from '../../editor/messages.ts'
import { photosPath, thumbnailUrl } from '../../editor/paths.ts'
import { loadPhotos, pictureFolderPrefix } from '../../editor/photos.ts'
import { listOwnOffers } from '../own-offers.ts'
import type { SetupState } from '../state.ts'
import type { SetupStep } from '../step.ts'

const heroName = 'hero'

export const photoStep: SetupStep = {
  id: 'photo',
  title: { vi: 'Ảnh', en: 'Photos' },
  hint: {
    vi: 'Chụp bằng điện thoại là đủ. Một tấm cho đầu trang chủ, một tấm cho món bán chạy.',
    en: 'Photos of a phone are fine: one for the top of the home page, one for a favorite.',
  },
  hasUploads: true,
  summary({ files, locale }) {
    const { length } = files.filter(
      (file) => /^pictures\/.*\.(jpe?g|png|webp|avif)$/.test(file) && !isIcon(file),
    )
    return length === 0 ? undefined : { vi: `${length} ảnh`, en: `${length} photos` }[locale]
  },
  async fields(state, { form }) {
    const { locale, context, editor, memberId } = state
    const photos = await loadPhotos(editor, context.shop, memberId)
    const offers = listOffers(state)
    const chosen = form?.get('offer') ?? offers[0]?.id ?? ''
    const options = offers.map(({ id, label }) => option(id, label, id === chosen))
    return html`${fileField('hero', words.hero[locale], state, photos.has(heroName) ? heroName : undefined)}
${
  options.length > 0 &&
  html`<div class="edit-field">${selectField('field-offer', 'offer', words.offer[locale], options)}</div>
${fileField('photo', words.photo[locale], state, offers.find(({ id }) => photos.has(id))?.id)}`
}
<p><a href="${photosPath}">${words.all[locale]}</a></p>`
  },
  async read(state, { form, uploads }) {
    const { context, editor, memberId } = state
    const { photoDesk } = context
    const wanted = [
      { name: heroName, bytes: uploads.get('hero') },
      {
        name: listOffers(state).find(({ id }) => id === form.get('offer'))?.id,
        bytes: uploads.get('photo'),
      },
    ]
    const texts = new Map<string, string | null>()
    const photos = await loadPhotos(editor, context.shop, memberId)
    for (const { name, bytes } of wanted) {
      if (!bytes || name === undefined || !photoDesk) continue
      const imported = await photoDesk.importPhoto(bytes, { shape: 'whole', focus: 'center' })
      if (imported.problem !== undefined) return photoProblemTexts[imported.problem]
      for (const file of photos.get(name)?.files ?? []) texts.set(file, null)
      texts.set(`${pictureFolderPrefix}${name}.jpg`, await editor.pictures.save(imported.bytes))
    }
    const hasPhotos = texts.size > 0 || photos.size > 0
    return hasPhotos ? { values: new Map(), texts, isShownAgain: texts.size > 0 } : words.missing
  },
}

function isIcon(file: string): boolean {
  return /\/(?:share|apple-touch-icon|icon-\d+)\.png$/.test(file)
}

/** Photos are named after offers. */
function listOffers(state: SetupState): { id: string; label: string }[] {
  return listOwnOffers(state).map((offer) => {
    const label = nameOf(offer) ?? ''
    const id = valueAt(offer, ['id'])
    return { id: typeof id === 'string' ? id : toSlug(label), label }
  })
}

function fileField(
  name: string,
  label: string,
  { locale }: SetupState,
  shown: string | undefined,
): Html {
  return html`<div class="edit-field"><label for="field-${name}">${label}</label>
${
  shown !== undefined &&
  html`<p>
<img class="photo-now" src="${thumbnailUrl(shown, 320)}" alt="${words.current[locale]}"></p>`
}
<input id="field-${name}" name="${name}" type="file" accept="image/jpeg,image/png,image/webp,image/avif"></div>`
}

const words = {
  hero: { vi: 'Ảnh đầu trang chủ', en: 'Photo at the top of the home page' },
  offer: { vi: 'Ảnh của', en: 'Photo of' },
  photo: { vi: 'Chụp hoặc chọn ảnh', en: 'Take or choose a photo' },
  current: { vi: 'Ảnh hiện tại', en: 'The current photo' },
  all: {
    vi: 'Mọi chỗ có thể đặt ảnh, cắt ảnh, lời tả ảnh',
    en: 'All places for photos, cropping and descriptions',
  },
  missing: {
    vi: 'Hãy chụp hoặc chọn ít nhất một ảnh, hoặc bỏ qua bước này.',
    en: 'Take or choose at least one photo, or skip this step.',
  },
} satisfies Record<string, LocalizedText>
