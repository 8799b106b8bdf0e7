/** The photos of the gallery: some on the home page, all on a page of their own. */
import type { Block, GalleryPhoto, Page } from '../../content/document.ts'
import { photoLink } from '../../content/photo.ts'
import { isGalleryPhoto } from '../../content/photo-files.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import type { Shop } from '../trade/trade.ts'

const path = '/gallery'

const title: LocalizedText = { vi: 'Hình ảnh', en: 'Photos' }

/** One row. */
const maxOnHomePage = 3

function galleryPhotos({ photos, readyPhotos, business }: Shop, locale: Locale): GalleryPhoto[] {
  return photos.filter(isGalleryPhoto).flatMap(({ name }) => {
    const photo = readyPhotos.get(name)
    if (!photo) return []
    return [
      { name, alt: photo.alt?.[locale] ?? business.name, href: photoLink(photo, 'whole').path },
    ]
  })
}

export function galleryPreview(shop: Shop, locale: Locale): Block[] {
  const photos = galleryPhotos(shop, locale)
  if (photos.length === 0) return []
  const more = {
    vi: `Xem tất cả ${photos.length} ảnh`,
    en: `See all ${photos.length} photos`,
  }
  return [
    {
      kind: 'section',
      title: title[locale],
      ...(photos.length > maxOnHomePage && { more: { text: more[locale], href: path } }),
      blocks: [{ kind: 'gallery', photos: photos.slice(0, maxOnHomePage) }],
    },
  ]
}

/** A photo of the gallery that the home page does not show in its row. */
export function furtherPhoto(shop: Shop, locale: Locale): string | undefined {
  return galleryPhotos(shop, locale)[maxOnHomePage]?.name
}

/** None until there are photos. */
export function galleryPages(shop: Shop): Page[] {
  if (galleryPhotos(shop, 'vi').length === 0) return []
  const { name } = shop.business
  return [
    {
      path,
      kind: 'page',
      document: (locale) => ({
        title: title[locale],
        description: { vi: `Hình ảnh của ${name}.`, en: `Photos of ${name}.` }[locale],
        blocks: [{ kind: 'gallery', photos: galleryPhotos(shop, locale) }],
      }),
    },
  ]
}
