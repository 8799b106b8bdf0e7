/** The home page: what the shop is, whether it is open, the booking panel, and a selection of what it offers. */
import { type Block, type Page, paragraph } from '../../content/document.ts'
import type { Business } from '../../content/shop.ts'
import { formatDate } from '../../kernel/format-date.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { addDays, type Clock, dateAt, toIsoString } from '../../kernel/time.ts'
import { openNow } from '../scheduling/open-now.ts'
import type { Shop } from '../trade/trade.ts'
import { newestArticles } from './articles.ts'
import { galleryPreview } from './gallery.ts'
import { featuredSection, groupSection, placeSection, storySection } from './home-sections.ts'
import { pictureFinder, withPicture } from './pictures.ts'
import { businessData } from './structured-data.ts'

export function homePage(shop: Shop, base: string, now: Clock): Page {
  const { business } = shop
  const find = pictureFinder(shop)
  return {
    path: '/',
    kind: 'page',
    isDynamic: true,
    document: (locale) => ({
      title: business.tagline ? `${business.name} · ${business.tagline[locale]}` : business.name,
      heading: business.tagline?.[locale] ?? business.name,
      description: business.description[locale],
      ...withPicture(find('hero')),
      data: [businessData(shop, base, locale)],
      opening: {
        layout: 'home',
        words: [openingState(business, now(), locale)],
        booking: [
          {
            kind: 'actions',
            links: [{ text: shop.bookingForm.title[locale], href: '/booking', main: true }],
          },
        ],
        story: [paragraph(leadText(business, locale))],
      },
      blocks: alternate([
        ...featuredSection(shop, find, locale),
        ...groupSection(shop, locale),
        ...storySection(shop, newestArticles(shop)[0], find, locale),
        ...galleryPreview(shop, locale),
        placeSection(shop, find, locale, now()),
      ]),
    }),
  }
}

/** Every second picture is on the right. */
function alternate(blocks: readonly Block[]): Block[] {
  let count = 0
  return blocks.map((block) =>
    block.kind === 'section' && block.picture !== undefined && ++count % 2 === 0
      ? { ...block, isTurned: true }
      : block,
  )
}

/** The description; without the tagline at its beginning, which is the heading above it. */
function leadText({ tagline, description }: Business, locale: Locale): string {
  const start = `${tagline?.[locale]}. `
  const text = description[locale]
  return text.startsWith(start) ? text.slice(start.length) : text
}

/** "Open until 22:30", "Closed; opens at 10:30 tomorrow" */
function openingState(business: Business, now: number, locale: Locale): Block {
  const { isOpen, closesAt, opensNext } = openNow(business, now)
  const state = (text: LocalizedText): Block => ({
    kind: 'opening-state',
    isOpen,
    text: text[locale],
  })
  if (isOpen && closesAt !== undefined) {
    const until = toIsoString(closesAt).slice(11, 16)
    return state({ vi: `Đang mở cửa, đến ${until}.`, en: `Open now, until ${until}.` })
  }
  if (opensNext === undefined) return state({ vi: 'Đang đóng cửa.', en: 'Closed now.' })
  const time = toIsoString(opensNext).slice(11, 16)
  const day = nearDay(dateAt(opensNext), dateAt(now))
  return state({
    vi: `Đang đóng cửa, mở lúc ${time} ${day.vi}.`,
    en: `Closed now; opens at ${time} ${day.en}.`,
  })
}

function nearDay(date: string, today: string): LocalizedText {
  if (date === today) return { vi: 'hôm nay', en: 'today' }
  if (date === addDays(today, 1)) return { vi: 'ngày mai', en: 'tomorrow' }
  return { vi: formatDate(date, 'vi'), en: `on ${formatDate(date, 'en')}` }
}

/** Labels of links to shared pages. */
export const labels = {
  faq: { vi: 'Câu hỏi thường gặp', en: 'Frequently asked questions' },
} satisfies Record<string, LocalizedText>
