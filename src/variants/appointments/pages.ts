/** Parts of the site pages of trades with appointments. */
import { type Block, heading, link, type Page } from '../../content/document.ts'
import type { Shared } from '../../content/shop.ts'
import type { Named, Offer } from '../../domain/catalogue/offer.ts'
import { offerSections } from '../../domain/pages/offers.ts'
import { type FindPicture, withPicture } from '../../domain/pages/pictures.ts'
import { teamPage } from '../../domain/pages/team.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { weekdayNames } from '../../kernel/weekday.ts'
import type { HealthBox, Worker } from './files.ts'

/** The page of packages; none if the shop has no packages. */
export function packagesPage(
  groups: readonly { kind: string; category: Named }[],
  offers: readonly Offer[],
  find: FindPicture,
  description: LocalizedText,
): Page[] {
  const packages = groups.filter(({ kind }) => kind === 'package')
  const categories = packages.map(({ category }) => category)
  if (categories.length === 0) return []
  return [
    {
      path: '/packages',
      kind: 'page',
      document: (locale) => ({
        title: categories.map(({ name }) => name[locale]).join(', '),
        description: description[locale],
        ...withPicture(find(categories[0]?.id ?? '')),
        blocks: offerSections(offers, categories, find, locale),
      }),
    },
  ]
}

/** The team page, with links to the services of each person. */
export function skilledTeamPage<One extends Worker>(
  { business }: Shared,
  people: readonly One[],
  find: FindPicture,
  skills: (one: One) => readonly { name: LocalizedText; path: string }[],
): Page {
  const skillsOf = new Map(people.map((one) => [one.id, skills(one)]))
  return teamPage(
    business,
    people.map((one) => ({ ...one, days: weekdayNames(one.weekdays) })),
    find,
    ({ id }, locale) => [
      {
        kind: 'list',
        items: (skillsOf.get(id) ?? []).map(({ name, path }) => [link(name[locale], path)]),
      },
    ],
  )
}

export function bulletBlock(items: readonly LocalizedText[], locale: Locale): Block {
  return { kind: 'list', items: items.map((item) => [item[locale]]) }
}

export function includedBlocks(items: readonly LocalizedText[], locale: Locale): Block[] {
  return [
    heading({ vi: 'Bao gồm', en: 'Included' }[locale], 'includes'),
    bulletBlock(items, locale),
  ]
}

export function workerBlocks(able: readonly Worker[], anchor: string, locale: Locale): Block[] {
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
export function healthAdviceBlocks(
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
