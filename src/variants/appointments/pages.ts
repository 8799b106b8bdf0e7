/** The site pages of trades with appointments: the list, packages, the team and a page for each offer. */
import { type Block, type Page, paragraph } from '../../content/document.ts'
import { pageUrl } from '../../content/page-url.ts'
import type { Shared } from '../../content/shop.ts'
import { bookingPath } from '../../domain/booking/url.ts'
import type { Named, Offer } from '../../domain/catalogue/offer.ts'
import { filterList, type ListSource } from '../../domain/pages/offer-list.ts'
import { offerPage } from '../../domain/pages/offer-page.ts'
import { type FindPicture, pictureFinder, sharedPicture } from '../../domain/pages/pictures.ts'
import { bookWith, teamPages } from '../../domain/pages/team.ts'
import { forEachLocale, type Locale, type LocalizedText } from '../../kernel/locale.ts'
import { plural } from '../../kernel/plural.ts'
import type { AppointmentTrade } from './declaration.ts'
import { listPage } from './list-page.ts'
import { serviceParts } from './service-parts.ts'
import { canDo, servicePath, servicesById } from './services.ts'
import { type AppointmentValues, namedPeople, type Service } from './values.ts'
import { namesOf } from './words.ts'

export function pages(
  trade: AppointmentTrade,
  values: AppointmentValues,
  shared: Shared,
  offers: readonly Offer[],
): Page[] {
  const services = servicesById(values)
  const find = pictureFinder(shared)
  return [
    listPage(trade, values, offers, find, shared.business),
    ...packagesPage(values.services, offers, find, trade.listPage.packages),
    ...(trade.pages?.(values, offers, find) ?? []),
    ...skilledTeamPages(trade, values, shared, [...services.values()], find),
    ...offers.map((offer) =>
      offerPage(offer, find, (locale) => {
        const service = services.get(offer.id)
        const context = { trade, values, services: [...services.values()], offers, find }
        return service ? serviceParts(context, service, locale) : {}
      }),
    ),
  ]
}

/** The page of packages; none if the shop has no packages. */
function packagesPage(
  groups: readonly { kind: string; category: Named }[],
  offers: readonly Offer[],
  find: FindPicture,
  description: LocalizedText,
): Page[] {
  const packages = groups.filter(({ kind }) => kind === 'package')
  const categories = packages.map(({ category }) => category)
  if (categories.length === 0) return []
  const title = forEachLocale((locale) => categories.map(({ name }) => name[locale]).join(', '))
  const source: ListSource = {
    path: '/packages',
    title,
    nouns: { vi: 'gói', en: { one: 'package', other: 'packages' } },
    groupsLabel: { vi: 'Nhóm gói', en: 'Kinds of packages' },
    offers: offers.filter(({ category }) => categories.some(({ id }) => id === category)),
    categories,
    filters: [],
    find,
  }
  return [
    {
      path: source.path,
      title,
      kind: 'page',
      document(locale, query = new Map()) {
        const { list, matching: _, chosen: __, ...filtered } = filterList(source, query, locale)
        return {
          ...filtered,
          description: description[locale],
          ...sharedPicture(find(categories[0]?.id ?? '')),
          blocks: [paragraph(description[locale]), list],
        }
      },
    },
  ]
}

/** Each person has links to their services, a service with variants to the first of them. */
function skilledTeamPages(
  trade: AppointmentTrade,
  { people }: AppointmentValues,
  { business }: Shared,
  services: readonly Service[],
  find: FindPicture,
): Page[] {
  const byId = new Map(people.map((one) => [one.id, one]))
  const { personField } = namesOf(trade.words)
  const first = [...Map.groupBy(services, ({ listed }) => listed.id).values()].flatMap(
    ([service]) => service ?? [],
  )
  return teamPages(business, namedPeople(people), find, ({ id, name }, locale) => {
    const person = byId.get(id)
    const able = first.filter((service) => person && canDo(person, service))
    if (able.length === 0) return {}
    return {
      action: bookWith(name, pageUrl(bookingPath, { [personField]: id }), locale),
      work: {
        title: workTitle(trade.words.service, able.length)[locale],
        links: able.map((one) => ({
          text: one.listed.name[locale],
          href: servicePath(trade, one.id),
        })),
      },
    }
  })
}

/** "12 liệu trình", "12 treatments" */
function workTitle({ vi, en }: LocalizedText, count: number): LocalizedText {
  return { vi: `${count} ${vi}`, en: `${count} ${plural(count, { one: en, other: `${en}s` })}` }
}

export function bulletBlock(items: readonly LocalizedText[], locale: Locale): Block {
  return { kind: 'list', items: items.map((item) => [item[locale]]) }
}
