/** The site pages of trades with appointments: the list, packages, the team and a page for each offer. */
import { type Block, heading, link, type Page, paragraph } from '../../content/document.ts'
import type { Shared } from '../../content/shop.ts'
import type { Named, Offer } from '../../domain/catalogue/offer.ts'
import { filterList, type ListSource } from '../../domain/pages/offer-list.ts'
import { offerPage } from '../../domain/pages/offers.ts'
import { type FindPicture, pictureFinder, sharedPicture } from '../../domain/pages/pictures.ts'
import { teamPages } from '../../domain/pages/team.ts'
import { forEachLocale, type Locale, type LocalizedText } from '../../kernel/locale.ts'
import { formatMoney } from '../../kernel/money.ts'
import { weekdayNames } from '../../kernel/weekday.ts'
import type { AppointmentTrade } from './declaration.ts'
import { describeFirstMonths, describeNotWith } from './health-rules.ts'
import { listPage } from './list-page.ts'
import { canDo, servicePath, servicesById } from './services.ts'
import {
  type AppointmentValues,
  type HealthBox,
  namedPeople,
  type Service,
  type Worker,
} from './values.ts'
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
        return service ? serviceBlocks(trade, values, [...services.values()], service, locale) : []
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
  const first = [...Map.groupBy(services, ({ listed }) => listed.id).values()].flatMap(
    ([service]) => service ?? [],
  )
  return teamPages(
    business,
    namedPeople(people).map((one) => ({ ...one, days: weekdayNames(one.weekdays) })),
    find,
    ({ id }, locale) => {
      const person = byId.get(id)
      const able = first.filter((service) => person && canDo(person, service))
      return [
        {
          kind: 'list',
          items: able.map((one) => [link(one.listed.name[locale], servicePath(trade, one.id))]),
        },
      ]
    },
  )
}

function serviceBlocks(
  trade: AppointmentTrade,
  values: AppointmentValues,
  services: readonly Service[],
  service: Service,
  locale: Locale,
): Block[] {
  const { listed } = service
  const { people, health } = values
  const { attention } = trade
  const boxes = health.boxes.filter(({ id }) =>
    [...listed.ask_first, ...listed.not_with].includes(id),
  )
  const able = namedPeople(people).filter((one) => canDo(one, service))
  const notice = attention.notice ? attention.notice(listed, values) : health.disclaimer
  return [
    ...otherVariantBlocks(trade, services, service, locale),
    ...(listed.includes.length > 0
      ? [
          heading({ vi: 'Bao gồm', en: 'Included' }[locale], 'includes'),
          bulletBlock(listed.includes, locale),
        ]
      : []),
    ...workerBlocks(able, namesOf(trade.words).people, locale),
    ...healthAdviceBlocks(boxes, trade.health.adviceTitle, locale),
    ...[...describeNotWith(service, boxes), ...describeFirstMonths(service, boxes)].map((text) =>
      paragraph(text[locale]),
    ),
    ...(notice ? [paragraph(notice[locale])] : []),
  ]
}

function otherVariantBlocks(
  trade: AppointmentTrade,
  services: readonly Service[],
  { id, listed }: Service,
  locale: Locale,
): Block[] {
  const others = services.filter((one) => one.listed.id === listed.id && one.id !== id)
  if (!trade.words.variant || others.length === 0) return []
  return [
    heading(trade.words.variant.others[locale], namesOf(trade.words).variants),
    {
      kind: 'list',
      items: others.map(({ id, name, price, minutes }) => [
        link(name[locale], servicePath(trade, id)),
        ` · ${formatMoney(price, locale)} · ${minutes} ${{ vi: 'phút', en: 'minutes' }[locale]}`,
      ]),
    },
  ]
}

export function bulletBlock(items: readonly LocalizedText[], locale: Locale): Block {
  return { kind: 'list', items: items.map((item) => [item[locale]]) }
}

function workerBlocks(able: readonly Worker[], anchor: string, locale: Locale): Block[] {
  if (able.length === 0) return []
  return [
    heading({ vi: 'Người thực hiện', en: 'Performed by' }[locale], anchor),
    {
      kind: 'list',
      items: able.map(({ id, name, weekdays }) => [
        link(name, `/team#${id}`),
        ` · ${weekdayNames(weekdays)[locale]}`,
      ]),
    },
  ]
}

/** Advice for the health boxes that matter for a service. */
function healthAdviceBlocks(
  boxes: readonly HealthBox[],
  title: LocalizedText,
  locale: Locale,
): Block[] {
  if (boxes.length === 0) return []
  return [
    heading(title[locale], 'health'),
    {
      kind: 'facts',
      rows: boxes.map(({ name, advice }) => [name[locale], [advice[locale]]]),
    },
  ]
}
