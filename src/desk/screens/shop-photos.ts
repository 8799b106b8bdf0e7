/** All photos of the shop: pages, offers and the gallery, with what has none yet. */
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { type Html, html } from '../../ui/html.ts'
import { emptyText, itemList } from '../components.ts'
import type { DeskContext } from '../context.ts'
import { draftBar } from '../editor/draft-bar.ts'
import type { Editor } from '../editor/editor.ts'
import { newGalleryPhoto, photosPath, photoUrl, shopPath, thumbnailUrl } from '../editor/paths.ts'
import { listPlaces, loadPhotos, type PhotoState } from '../editor/photos.ts'
import type { Screen } from '../screen.ts'
import { shopPhotoScreens } from './shop-photo.ts'

export function shopPhotosScreens(context: DeskContext, editor: Editor): Screen[] {
  const { shop, photoDesk } = context
  if (!photoDesk) return []
  return [
    {
      path: photosPath,
      isOwnerOnly: true,
      async show({ locale, member }) {
        const photos = await loadPhotos(editor, shop, member.id)
        const { pages, offers } = listPlaces(shop)
        const line = ({ name, title }: { name: string; title: LocalizedText }) =>
          photoLine(name, title[locale], photos.get(name), locale)
        const gallery = [...photos.keys()].filter((name) => name.startsWith('gallery/'))
        return {
          title: words.title[locale],
          tab: shopPath,
          body: html`<p><a href="${shopPath}">← ${words.shop[locale]}</a></p>
<h1>${words.title[locale]}</h1>
${await draftBar(editor, member.id, locale)}
<section><h2>${words.pages[locale]}</h2>${itemList(pages.map(line))}</section>
<section><h2>${words.gallery[locale]}</h2>
${
  gallery.length === 0
    ? emptyText(words.noGallery[locale])
    : itemList(
        gallery.map((name) => photoLine(name, nameInGallery(name), photos.get(name), locale)),
      )
}
<p><a class="button" href="${photoUrl(newGalleryPhoto)}">${words.add[locale]}</a></p></section>
<section><h2>${words.offers[locale]}</h2>${itemList(offers.map(line))}</section>`,
        }
      },
    },
    ...shopPhotoScreens(context, editor, photoDesk),
  ]
}

function nameInGallery(name: string): string {
  return name.slice('gallery/'.length).replaceAll('-', ' ')
}

function photoLine(
  name: string,
  title: string,
  photo: PhotoState | undefined,
  locale: Locale,
): Html {
  const state = photo ? (photo.digest ? words.inDraft : words.shown) : words.none
  return html`<li class="wide-link photo-line"><a href="${photoUrl(name)}"><b>${title}</b>
<span class="hint">${state[locale]}</span></a>
${photo && html`<img src="${thumbnailUrl(name)}" alt="" width="80" height="60" loading="lazy">`}</li>`
}

const words = {
  title: { vi: 'Ảnh', en: 'Photos' },
  shop: { vi: 'Tiệm', en: 'Shop' },
  pages: { vi: 'Các trang', en: 'Pages' },
  gallery: { vi: 'Bộ ảnh', en: 'Gallery' },
  offers: { vi: 'Món và dịch vụ', en: 'Offers' },
  noGallery: { vi: 'Chưa có ảnh nào.', en: 'No photos yet.' },
  add: { vi: 'Thêm ảnh vào bộ ảnh', en: 'Add a photo to the gallery' },
  shown: { vi: 'đã có ảnh', en: 'has a photo' },
  inDraft: { vi: 'ảnh mới, chưa đăng', en: 'new photo, not published' },
  none: { vi: 'chưa có ảnh', en: 'no photo yet' },
} satisfies Record<string, LocalizedText>
