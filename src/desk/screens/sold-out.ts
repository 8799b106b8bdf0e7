/** Marks offers as sold out, for today or until further notice, with one tap each. */
import type { Named, Offer } from '../../domain/catalogue/offer.ts'
import { availabilityText } from '../../domain/catalogue/sold-out.ts'
import { endOfBusinessDay } from '../../domain/sold-out/sold-out.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { type Html, html } from '../../ui/html.ts'
import { itemList, postButton } from '../components.ts'
import type { DeskContext } from '../context.ts'
import { formatTimestamp } from '../labels.ts'
import type { Screen, ScreenPage } from '../screen.ts'

export const soldOutPath = '/sold-out'

export function soldOutScreens(context: DeskContext): Screen[] {
  const { shop, soldOutOffers, now } = context
  const actionScreen = (
    action: string,
    run: (offer: Offer, actor: string) => Promise<unknown>,
  ): Screen => ({
    path: `${soldOutPath}/${action}`,
    show: async () => ({ seeOther: soldOutPath }),
    async submit({ form, member }) {
      const offer = shop.assortment.offers.find(({ id }) => id === form.get('offer'))
      // The offer may have been removed from the content since the page was shown.
      if (!offer) return { seeOther: soldOutPath }
      await run(offer, `staff:${member.id}`)
      await context.onStaffChange()
      return { seeOther: `${soldOutPath}#offer-${offer.id}` }
    },
  })

  return [
    { path: soldOutPath, show: async ({ locale }) => renderPage(context, locale) },
    actionScreen('today', ({ id: offerId }, actor) =>
      soldOutOffers.mark({ offerId, until: endOfBusinessDay(shop.business, now()) }, actor),
    ),
    actionScreen('until-further-notice', ({ id: offerId }, actor) =>
      soldOutOffers.mark({ offerId, until: null }, actor),
    ),
    actionScreen('available', ({ id }, actor) => soldOutOffers.unmark(id, actor)),
  ]
}

function renderPage({ shop, now }: DeskContext, locale: Locale): ScreenPage {
  const { categories, offers } = shop.assortment
  const until = formatTimestamp(endOfBusinessDay(shop.business, now()), now(), locale)
  const marked = offers.filter(({ soldOut }) => soldOut)
  const hint = {
    vi: `“${words.today.vi}” tự hết lúc ${until}. Khách thấy ngay trên trang và qua trợ lý.`,
    en: `“${words.today.en}” ends by itself at ${until}. Guests see it on the site and through assistants.`,
  }
  return {
    title: words.title[locale],
    tab: soldOutPath,
    body: html`<h1>${words.title[locale]}</h1>
<p class="hint">${hint[locale]}</p>
${marked.length > 0 && section(words.marked[locale], marked, now(), locale)}
${categories.map((category) => categorySection(category, offers, now(), locale))}`,
  }
}

function categorySection(
  { id, name }: Named,
  offers: readonly Offer[],
  now: number,
  locale: Locale,
): Html | false {
  const available = offers.filter(({ category, soldOut }) => category === id && !soldOut)
  return available.length > 0 && section(name[locale], available, now, locale)
}

function section(title: string, offers: readonly Offer[], now: number, locale: Locale): Html {
  return html`<section>
<h2>${title}</h2>
${itemList(offers.map((offer) => offerLine(offer, now, locale)))}
</section>`
}

/** On the first screen, so that two taps are enough. */
export function soldOutLink(locale: Locale): Html {
  return html`<p><a href="${soldOutPath}">${words.title[locale]}</a></p>`
}

function offerLine(offer: Offer, now: number, locale: Locale): Html {
  const note = availabilityText(offer)
  const until = offer.soldOut?.until
  const end = until ? ` (${words.until[locale]} ${formatTimestamp(until, now, locale)})` : ''
  const status = note && html`<br>${note[locale]}${end}`
  const button = (action: string, label: LocalizedText) =>
    postButton(`${soldOutPath}/${action}`, label[locale], { fields: { offer: offer.id } })
  return html`<li id="offer-${offer.id}">
<span><b>${offer.name[locale]}</b>${status}</span>
<div class="actions">${
    offer.soldOut
      ? button('available', words.available)
      : html`${button('today', words.today)}
${button('until-further-notice', words.untilFurtherNotice)}`
  }</div>
</li>`
}

const words = {
  title: { vi: 'Hết món, tạm ngừng', en: 'Sold out' },
  marked: { vi: 'Đang hết', en: 'Sold out now' },
  today: { vi: 'Hết hôm nay', en: 'Sold out today' },
  untilFurtherNotice: { vi: 'Tạm ngừng', en: 'Until further notice' },
  available: { vi: 'Có lại', en: 'Available again' },
  until: { vi: 'đến', en: 'until' },
} satisfies Record<string, LocalizedText>
