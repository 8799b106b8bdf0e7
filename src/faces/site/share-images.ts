/** The share image of each page: the owner's own for the home page, otherwise one with the title of the page. */
import type { Document, Opening } from '../../content/document.ts'
import type { PageIndex } from '../../content/page-index.ts'
import { convertedFilePath, type Photos, photoFileName } from '../../content/photo.ts'
import type { PictureFiles, ShareImage } from '../../content/share-image.ts'
import type { Business, Shared } from '../../content/shop.ts'
import type { ServedFile } from '../../http/static-file.ts'
import { type Locale, localPath } from '../../kernel/locale.ts'
import { lazy } from '../../kernel/memoize.ts'
import type { PageLayoutOptions } from './layout.ts'
import { picturePath } from './pictures.ts'

const ownImagePath = '/pictures/share.png'

export type ShareImages = {
  /** Of the page at this path; undefined if it has none. */
  find(path: string, locale: Locale): PageLayoutOptions['shareImage']
  /** Registers the images of all pages: another process may have rendered the page with the link. */
  registerAll(): void
}

export function createShareImages({
  base,
  business,
  theme,
  photos,
  pageIndex,
  paths,
  pictureFiles,
  findFile,
}: {
  base: string
  business: Business
  theme: Shared['look']
  photos: Photos
  pageIndex: PageIndex
  /** Of all pages that may be shared. */
  paths: readonly string[]
  pictureFiles: PictureFiles | undefined
  findFile(path: string): ServedFile | undefined
}): ShareImages {
  const ownImage = findFile(ownImagePath) && {
    url: `${base}${ownImagePath}`,
    alt: business.name,
    isDrawn: false,
  }
  const drawnImages = new Map<string, PageLayoutOptions['shareImage']>()

  const illustrate = (name: string): Pick<ShareImage, 'illustration'> | undefined => {
    const photo = photos.get(name)
    if (photo) {
      const file = photoFileName(photo, 'card', photo.shapes.card.width, 'jpg')
      return { illustration: { photo: file } }
    }
    const drawing = findFile(picturePath(name))?.body
    return drawing instanceof Buffer ? { illustration: { svg: drawing.toString() } } : undefined
  }

  const describeImage = ({ title, heading = title, picture, opening }: Document): ShareImage => {
    const note = opening && priceIn(opening)
    return {
      title: heading,
      ...(note !== undefined && { note }),
      shopName: business.name,
      colors: theme.light,
      display: theme.display,
      ...((picture && illustrate(picture.name)) ?? illustrate('hero')),
    }
  }

  const find: ShareImages['find'] = (path, locale) => {
    if (!pictureFiles || (path === '/' && ownImage)) return ownImage
    const address = localPath(path, locale, pageIndex.languages)
    const drawn = drawnImages.get(address)
    if (drawn) return drawn
    const page = pageIndex.findByAddress(address)?.page
    if (!page) return ownImage
    const document = page.document(locale)
    const name = pictureFiles.shareImageName(describeImage(document))
    const { title } = document
    const alt = title.includes(business.name) ? title : `${title} · ${business.name}`
    const image = { url: `${base}${convertedFilePath(name)}`, alt, isDrawn: true }
    drawnImages.set(address, image)
    return image
  }

  return {
    find,
    registerAll: lazy(() => {
      for (const path of paths) for (const locale of pageIndex.languages) find(path, locale)
    }),
  }
}

/** What an offer costs, with its duration. */
function priceIn({ words }: Opening): string | undefined {
  const price = words.find((block) => block.kind === 'price')
  return price && [price.amount, ...(price.note === undefined ? [] : [price.note])].join(' · ')
}
