/** Pictures of a page as HTML: a photo in the size that the screen needs, or a drawing. */

import type { Localize } from '../../content/document.ts'
import { markdownToHtml } from '../../content/markdown.ts'
import {
  convertedFilePath,
  type Photo,
  type PhotoShape,
  type Photos,
  photoFileName,
  photoLink,
} from '../../content/photo.ts'
import { photoName } from '../../content/photo-files.ts'
import type { Locale } from '../../kernel/locale.ts'
import { Html, html } from '../../ui/html.ts'
import { picturePath } from './pictures.ts'

/** Where a picture is shown. */
type PictureUse =
  | 'hero'
  | 'offer'
  | 'title'
  | 'lead'
  | 'section'
  | 'card'
  | 'story'
  | 'row'
  | 'thumbnail'
  | 'group'
  | 'portrait'
  | 'gallery'
  | 'text'

export type SitePictures = {
  /** `alt` describes a photo that the owner has not described; a drawing is decoration. */
  render(name: string, use: PictureUse, alt: string): Html
  /** The owner's Markdown, with its photos. */
  renderProse(markdown: string, localize: Localize): Html
}

/** The widths are those of the stylesheet; from 44rem on, pages have several columns. */
const uses: Readonly<
  Record<PictureUse, { shape: 'card' | 'whole'; sizes: string; drawing: [number, number] }>
> = {
  hero: { shape: 'card', sizes: '100vw', drawing: [1200, 640] },
  offer: {
    shape: 'card',
    sizes: '(width >= 73rem) 42rem, (width >= 60rem) 57vw, 100vw',
    drawing: [800, 600],
  },
  section: {
    shape: 'card',
    sizes: '(width >= 73rem) 36rem, (width >= 60rem) 48vw, calc(100vw - 2rem)',
    drawing: [800, 600],
  },
  title: {
    shape: 'card',
    sizes: '(width >= 44rem) 26rem, calc(100vw - 2rem)',
    drawing: [480, 360],
  },
  card: {
    shape: 'card',
    sizes: '(width >= 44rem) 17.5rem, calc(100vw - 2rem)',
    drawing: [480, 360],
  },
  row: { shape: 'card', sizes: '(width >= 44rem) 11.5rem, 9.5rem', drawing: [480, 360] },
  story: {
    shape: 'card',
    sizes: '(width >= 44rem) 36rem, calc(100vw - 2rem)',
    drawing: [480, 360],
  },
  lead: {
    shape: 'card',
    sizes: '(width >= 900px) 42rem, calc(100vw - 2rem)',
    drawing: [480, 360],
  },
  // The height of the square decides: photos are 4:3.
  thumbnail: { shape: 'card', sizes: '8rem', drawing: [480, 360] },
  group: { shape: 'card', sizes: '5rem', drawing: [480, 360] },
  portrait: { shape: 'whole', sizes: '(width >= 60rem) 23rem, 9rem', drawing: [480, 600] },
  gallery: {
    shape: 'card',
    sizes: '(width >= 44rem) 22rem, calc(50vw - 1.5rem)',
    drawing: [480, 360],
  },
  text: {
    shape: 'whole',
    sizes: '(width >= 44rem) 42rem, calc(100vw - 2rem)',
    drawing: [480, 360],
  },
}

/** In the first screen of every page; all others are loaded when the guest scrolls to them. */
const topUses: readonly PictureUse[] = ['hero', 'offer', 'title', 'lead']
const isAtTop = (use: PictureUse) => topUses.includes(use)

export function createSitePictures(photos: Photos, locale: Locale): SitePictures {
  const renderPhoto = (photo: Photo, use: PictureUse, alt: string): Html => {
    const { sizes, shape: wanted } = uses[use]
    const shape = photo.shapes[wanted] ? wanted : 'card'
    const { path, width, height } = photoLink(photo, shape)
    const banner = use === 'hero' && sourceSet(photo, 'banner')
    const loading = isAtTop(use) ? html` fetchpriority="high"` : html` loading="lazy"`
    return html`<picture>${
      banner &&
      html`<source media="(width >= 44rem)" type="image/webp" srcset="${banner}" sizes="(width >= 60rem) 62vw, 100vw">`
    }<source type="image/webp" srcset="${sourceSet(photo, shape)}" sizes="${sizes}"><img class="${toneClass(photo)}"
  src="${path}" alt="${photo.alt?.[locale] ?? alt}" width="${width}" height="${height}"${loading}
  decoding="async"></picture>`
  }

  const renderDrawing = (name: string, use: PictureUse): Html => {
    const [width, height] = uses[use].drawing
    const loading = isAtTop(use)
      ? use !== 'title' && html` fetchpriority="high"`
      : html` loading="lazy"`
    return html`<img src="${picturePath(name)}" alt="" width="${width}" height="${height}"${loading}>`
  }

  return {
    render(name, use, alt) {
      const photo = photos.get(name)
      return photo ? renderPhoto(photo, use, alt) : renderDrawing(name, use)
    },
    renderProse(markdown, localize) {
      const renderImage = (address: string, alt: string) => {
        const photo = findByAddress(photos, address)
        return photo && renderPhoto(photo, 'text', alt).text
      }
      return new Html(markdownToHtml(markdown, localize, renderImage))
    },
  }
}

/** The photo that a text refers to by the path of the owner's file. */
export function findByAddress(photos: Photos, address: string): Photo | undefined {
  const folder = '/pictures/'
  return address.startsWith(folder)
    ? photos.get(photoName(decodePath(address.slice(folder.length))))
    : undefined
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

function sourceSet(photo: Photo, shape: PhotoShape): string | undefined {
  return photo.shapes[shape]?.widths
    .map((width) => `${convertedFilePath(photoFileName(photo, shape, width, 'webp'))} ${width}w`)
    .join(', ')
}

/** The color of a photo until it is loaded: a class, because the pages allow no inline styles. */
function toneClass({ color }: Photo): string {
  return `tone-${color.slice(1)}`
}

export function toneRules(photos: Photos): string {
  const colors = new Set([...photos.values()].map(({ color }) => color))
  return [...colors].map((color) => `.tone-${color.slice(1)}{background:${color}}`).join('')
}
