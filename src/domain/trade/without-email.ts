import type { Shop } from './trade.ts'

/** The site does not offer what cannot be delivered; the API accepts it as before. */
export function withoutEmail(shop: Shop): Shop {
  const { newsletter: _, ...consent } = shop.business.consent
  const { pages, forms } = shop.withoutEmail()
  return {
    ...shop,
    business: { ...shop.business, consent },
    tradePages: shop.tradePages.map((page) => pages.find(({ path }) => path === page.path) ?? page),
    forms,
  }
}
