/** Renders the documents of the site as HTML, inside the layout, or as Markdown. */
import { allBlocks, type Block, type Document, hasBlock } from '../../content/document.ts'
import type { PageIndex } from '../../content/page-index.ts'
import { type Photos, photoLink } from '../../content/photo.ts'
import { renderMarkdown } from '../../content/render-markdown.ts'
import type { Business } from '../../content/shop.ts'
import { contentLanguage, type Untranslated } from '../../kernel/content-language.ts'
import { forEachLocale, type Locale, type LocalizedText, localPath } from '../../kernel/locale.ts'
import type { Fonts } from '../../ui/fonts.ts'
import { html } from '../../ui/html.ts'
import type { FooterFacts, NavigationLink } from './footer.ts'
import { layout, type PageLayoutOptions } from './layout.ts'
import type { PageFormat } from './page-format.ts'
import { createSitePictures } from './photo-markup.ts'
import { createLanguageMark, renderHtml } from './render-html.ts'
import { renderBar, renderOpening } from './render-opening.ts'
import { scriptsFor } from './script.ts'
import type { ShareImages } from './share-images.ts'

/** The path of a page and its query. Private pages have no canonical URL. */
type PageLocation = {
  path: string
  query?: string
  isPrivate?: boolean
  updated?: string
  /** The page may be the result of a form. */
  hasTextData?: boolean
}

/** What is the same on every page. */
export type PageFrame = {
  base: string
  business: Business
  untranslated: Untranslated
  pageIndex: PageIndex
  /** Paths in the header of every page. */
  navigation: readonly string[]
  /** Paths in the footer of every page. */
  footer: readonly string[]
  /** Shorter than the titles of the pages, by path. */
  navigationTitles: Readonly<Record<string, LocalizedText>>
  /** They depend on the day. */
  footerFacts(locale: Locale): FooterFacts
  bookingPath: string
  bookingLabel: LocalizedText
  searchPath: string
  photos: Photos
}

export type PageRenderer = {
  linksTo(paths: readonly string[], locale: Locale, here?: string): NavigationLink[]
  render(format: PageFormat, document: Document, locale: Locale, location?: PageLocation): string
  /** A page as HTML also has the texts around its document. */
  languageOf(format: PageFormat, document: Document, locale: Locale): string
}

export function createPageRenderer(
  options: PageFrame & {
    fonts: Fonts
    hasFile(path: string): boolean
    shareImages: ShareImages
  },
): PageRenderer {
  const { business, pageIndex, navigation, photos, untranslated, fonts, hasFile, shareImages } =
    options
  const { languages } = pageIndex
  const pictures = forEachLocale((locale) => createSitePictures(photos, locale))

  /** Loaded once, so that an error in a page does not break the navigation of the others. */
  const titles = new Map(
    [...navigation, ...options.footer].map((path) => {
      const page = pageIndex.findPage(path)
      const short = page && options.navigationTitles[path]
      return [
        path,
        short ?? (page && (page.title ?? forEachLocale((locale) => page.document(locale).title))),
      ]
    }),
  )
  const linksTo = (paths: readonly string[], locale: Locale, here?: string) =>
    paths.flatMap((path) => {
      const title = titles.get(path)?.[locale]
      return title
        ? [{ title, href: localPath(path, locale, languages), current: path === here }]
        : []
    })

  const createLayoutOptions = (
    locale: Locale,
    location?: PageLocation,
  ): Omit<PageLayoutOptions, 'markLanguage' | 'bookingButton'> => {
    const otherLocale = languages.find((one) => one !== locale)
    // Other pages have the same one in the other language; a page that was not found has none.
    const translatedPath = location ? `${location.path}${location.query ?? ''}` : '/'
    const address = location && pageIndex.addresses(location.path, locale)
    const shareImage = shareImages.find(
      location && !location.isPrivate ? location.path : '/',
      locale,
    )
    return {
      locale,
      pictures: pictures[locale],
      ...(shareImage && { shareImage }),
      business,
      base: options.base,
      home: localPath('/', locale, languages),
      bookingPath: localPath(options.bookingPath, locale, languages),
      bookingLabel: options.bookingLabel[locale],
      searchPath: localPath(options.searchPath, locale, languages),
      fonts: fonts.files.map(({ path }) => path),
      hasFile,
      navigation: linksTo(navigation, locale, location?.path),
      footer: linksTo(options.footer, locale, location?.path),
      footerFacts: options.footerFacts(locale),
      ...(otherLocale && { otherLanguage: localPath(translatedPath, otherLocale, languages) }),
      ...(address &&
        !location?.isPrivate && {
          canonical: address.html,
          markdown: address.markdown,
          translations: languages.map((one) => ({
            locale: one,
            href: pageIndex.addresses(location?.path ?? '/', one).html,
          })),
        }),
    }
  }

  const render = (
    format: PageFormat,
    document: Document,
    locale: Locale,
    location?: PageLocation,
  ): string => {
    if (format === 'markdown')
      return pageIndex.renderPage(document, locale, location?.isPrivate ? undefined : location)
    const markLanguage = createLanguageMark(locale, untranslated)
    const localize = pageIndex.localize(locale, '')
    const renderBlocks = (blocks: readonly Block[]) =>
      renderHtml(blocks, localize, pictures[locale], markLanguage)
    const { opening } = document
    const body = opening
      ? html`${renderOpening(opening, document, pictures[locale], markLanguage, renderBlocks)}${renderBlocks(
          document.blocks,
        )}${opening.bar && renderBar(opening.bar, locale, localize)}`
      : renderBlocks(document.blocks)
    const photo = document.picture && photos.get(document.picture.name)
    const hasPanel = hasBlock(allBlocks(document), 'panel')
    const layoutOptions = {
      ...createLayoutOptions(locale, location),
      markLanguage,
      bookingButton: chooseBookingButton(location?.path, hasPanel),
      ...(photo && { photo: `${options.base}${photoLink(photo).path}` }),
      scripts: scriptsFor(allBlocks(document)),
      ...(document.bookingQuery !== undefined && {
        bookingPath: `${localPath(options.bookingPath, locale, languages)}${document.bookingQuery}`,
      }),
      ...(location?.hasTextData && {
        text: renderMarkdown(allBlocks(document), pageIndex.localize(locale, options.base)),
      }),
    }
    return layout(layoutOptions, document, body)
  }

  const languageOf = (format: PageFormat, document: Document, locale: Locale): string =>
    format === 'markdown'
      ? pageIndex.languageOf(document, locale)
      : contentLanguage(document, locale, untranslated)

  return { linksTo, render, languageOf }
}

/** One word leads to one place: beside the panel the button is less important, and in a booking it would lead away. */
function chooseBookingButton(
  path: string | undefined,
  hasPanel: boolean,
): PageLayoutOptions['bookingButton'] {
  if (path !== undefined && /^\/booking(\/|$)/.test(path)) return 'absent'
  return hasPanel ? 'outlined' : 'filled'
}
