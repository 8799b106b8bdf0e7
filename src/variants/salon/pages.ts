/** The site pages of a salon: services, packages and team. */
import { type Block, heading, link, type Page, paragraph } from '../../content/document.ts'
import type { Shared } from '../../content/shop.ts'
import type { Assortment } from '../../domain/catalogue/offer.ts'
import { filterBlock, selectKnownParams } from '../../domain/pages/filters.ts'
import { offerPage, offerSections } from '../../domain/pages/offers.ts'
import { type FindPicture, pictureFinder, withPicture } from '../../domain/pages/pictures.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { formatMoney } from '../../kernel/money.ts'
import {
  healthAdviceBlocks,
  includedBlocks,
  packagesPage,
  skilledTeamPage,
  workerBlocks,
} from '../appointments/pages.ts'
import type { SalonFiles, Stylist } from './files.ts'
import { allServices, otherLengths, type Service } from './services.ts'

export function pages(files: SalonFiles, shared: Shared, assortment: Assortment): Page[] {
  const services = allServices(files)
  const byId = new Map(services.map((service) => [service.id, service]))
  const find = pictureFinder(shared)
  return [
    servicesPage(files, services, assortment, find),
    ...packagesPage(files.services, assortment.offers, find, packages),
    skilledTeamPage(shared, files.stylists.stylists, find, skillsOf(files, services)),
    ...assortment.offers.map((offer) =>
      offerPage(offer, find, (locale) => {
        const service = byId.get(offer.id)
        return service ? serviceBlocks(files, services, service, locale) : []
      }),
    ),
  ]
}

function servicesPage(
  { health, lengths, needs, services: groups }: SalonFiles,
  services: readonly Service[],
  assortment: Assortment,
  find: FindPicture,
): Page {
  const lengthOf = new Map(services.map(({ id, length }) => [id, length?.id]))
  const categories = groups.map(({ category }) => category)
  const sizes = lengths.lengths.map(({ id, name, reaches }) => ({
    id,
    reaches,
    name: capitalize(name),
  }))
  return {
    path: '/services',
    kind: 'page',
    queryNames: ['need', 'length'],
    document(locale, query = new Map()) {
      const chosen = selectKnownParams(query, { need: needs.needs, length: lengths.lengths })
      const [need, length] = [chosen.get('need'), chosen.get('length')]
      const offers = assortment.offers.filter(({ id, tags }) => {
        const own = lengthOf.get(id)
        return (
          (need === undefined || tags.includes(need)) &&
          (length === undefined || own === undefined || own === length)
        )
      })
      const needLabel = { vi: 'Bạn cần', en: 'You need' }
      const lengthLabel = { vi: 'Độ dài tóc', en: 'Hair length' }
      return {
        title: { vi: 'Dịch vụ và giá', en: 'Services and prices' }[locale],
        description: {
          vi: 'Thời gian ngồi ghế và giá đã gồm VAT, theo độ dài tóc.',
          en: 'Minutes in the chair and prices including VAT, by hair length.',
        }[locale],
        ...withPicture(find('services', categories[0]?.id ?? '')),
        blocks: [
          filterBlock('/services', 'length', lengthLabel, sizes, chosen, locale),
          filterBlock('/services', 'need', needLabel, needs.needs, chosen, locale),
          ...offerSections(offers, categories, find, locale),
          ...(offers.length === 0
            ? [
                paragraph(
                  { vi: 'Không có dịch vụ nào như vậy.', en: 'No service matches.' }[locale],
                ),
              ]
            : []),
          heading({ vi: 'Đo độ dài tóc', en: 'How long is your hair?' }[locale], 'lengths'),
          {
            kind: 'facts',
            rows: sizes.map(({ name, reaches }) => [name[locale], [reaches[locale]]]),
          },
          heading({ vi: 'Thử thuốc trước khi nhuộm', en: 'Patch test' }[locale], 'patch-test'),
          paragraph(health.patch_test[locale]),
          paragraph(health.disclaimer[locale]),
        ],
      }
    },
  }
}

/** Hair lengths are lower case in the content, because they follow the name of a service. */
function capitalize({ vi, en }: LocalizedText): LocalizedText {
  const begin = (text: string) => text.charAt(0).toLocaleUpperCase('vi') + text.slice(1)
  return { vi: begin(vi), en: begin(en) }
}

const packages: LocalizedText = {
  vi: 'Cho ngày cưới, ngày tiệc, hay một buổi làm trọn từ đầu đến cuối.',
  en: 'For a wedding, a party, or everything in one visit.',
}

/** The services of a stylist, each linked to its first hair length. */
function skillsOf(files: SalonFiles, services: readonly Service[]) {
  const listed = files.services.flatMap((group) => group.services)
  const firstOf = (id: string) => services.find((one) => one.listed.id === id)?.id
  return (stylist: Stylist) =>
    listed
      .filter(({ id }) => stylist.services.includes(id))
      .map(({ id, name }) => ({ name, path: `/services/${firstOf(id)}` }))
}

function serviceBlocks(
  files: SalonFiles,
  services: readonly Service[],
  service: Service,
  locale: Locale,
): Block[] {
  const { listed } = service
  const others = otherLengths(services, service)
  const boxes = files.health.boxes.filter(({ id }) => listed.ask_first.includes(id))
  const able = files.stylists.stylists.filter((one) => one.services.includes(listed.id))
  return [
    ...(others.length > 0
      ? [
          heading({ vi: 'Độ dài khác', en: 'Other lengths' }[locale], 'lengths'),
          {
            kind: 'list' as const,
            items: others.map(({ id, name, price, minutes }) => [
              link(name[locale], `/services/${id}`),
              ` · ${formatMoney(price, locale)} · ${minutes} ${{ vi: 'phút', en: 'minutes' }[locale]}`,
            ]),
          },
        ]
      : []),
    ...includedBlocks(listed.includes, locale),
    ...workerBlocks(able, 'stylists', locale),
    ...healthAdviceBlocks(
      boxes,
      { vi: 'Xin cho chúng tôi biết trước', en: 'Please tell us beforehand' },
      locale,
    ),
    ...(listed.patch_test ? [paragraph(files.health.patch_test[locale])] : []),
  ]
}
