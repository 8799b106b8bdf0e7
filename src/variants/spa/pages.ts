/** The site pages of a spa: treatments, packages, cards and team. */
import { type Block, heading, type Page, paragraph } from '../../content/document.ts'
import type { Shared } from '../../content/shop.ts'
import type { Assortment, Named } from '../../domain/catalogue/offer.ts'
import { filterBlock, selectKnownParams } from '../../domain/pages/filters.ts'
import { offerPage, offerSections } from '../../domain/pages/offers.ts'
import { type FindPicture, pictureFinder, withPicture } from '../../domain/pages/pictures.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import {
  bulletBlock,
  healthAdviceBlocks,
  includedBlocks,
  packagesPage,
  skilledTeamPage,
  workerBlocks,
} from '../appointments/pages.ts'
import { allTreatments } from './assortment.ts'
import type { SpaFiles, Treatment } from './files.ts'

export function pages(files: SpaFiles, shared: Shared, assortment: Assortment): Page[] {
  const treatments = new Map(allTreatments(files).map((treatment) => [treatment.id, treatment]))
  const find = pictureFinder(shared)
  return [
    treatmentsPage(files, assortment, find),
    ...packagesPage(files.treatments, assortment.offers, find, packages),
    cardsPage('/memberships', files.memberships.category, assortment, find, (locale) => [
      bulletBlock(files.memberships.terms, locale),
    ]),
    cardsPage('/gift-cards', files.giftCards.category, assortment, find, (locale) =>
      giftCardBlocks(files, locale),
    ),
    skilledTeamPage(shared, files.therapists.therapists, find, (therapist) =>
      allTreatments(files)
        .filter(({ id }) => therapist.treatments.includes(id))
        .map(({ id, name }) => ({ name, path: `/treatments/${id}` })),
    ),
    ...assortment.offers.map((offer) =>
      offerPage(offer, find, (locale) => {
        const treatment = treatments.get(offer.id)
        return treatment ? treatmentBlocks(files, treatment, locale) : []
      }),
    ),
  ]
}

function treatmentsPage(files: SpaFiles, assortment: Assortment, find: FindPicture): Page {
  const { health, feelings } = files
  const categories = files.treatments.map(({ category }) => category)
  const ids = new Set(allTreatments(files).map(({ id }) => id))
  const lengths = ['45', '60', '90', '120'].map((id) => ({
    id,
    name: { vi: `${id} phút`, en: `${id} minutes` },
  }))
  return {
    path: '/treatments',
    kind: 'page',
    queryNames: ['feeling', 'minutes'],
    document(locale, query = new Map()) {
      const chosen = selectKnownParams(query, { feeling: feelings.feelings, minutes: lengths })
      const [feeling, minutes] = [chosen.get('feeling'), chosen.get('minutes')]
      const offers = assortment.offers.filter(
        (offer) =>
          ids.has(offer.id) &&
          (feeling === undefined || offer.tags.includes(feeling)) &&
          (minutes === undefined || (offer.minutes ?? 0) <= Number(minutes)),
      )
      const feelingLabel = { vi: 'Bạn thấy', en: 'How you feel' }
      const upToLabel = { vi: 'Tối đa', en: 'Up to' }
      return {
        title: { vi: 'Liệu trình', en: 'Treatments' }[locale],
        description: {
          vi: 'Thời gian trong phòng và giá đã gồm VAT.',
          en: 'Minutes in the room, and prices including VAT.',
        }[locale],
        ...withPicture(find('treatments', categories[0]?.id ?? '')),
        blocks: [
          filterBlock('/treatments', 'feeling', feelingLabel, feelings.feelings, chosen, locale),
          filterBlock('/treatments', 'minutes', upToLabel, lengths, chosen, locale),
          ...offerSections(offers, categories, find, locale),
          ...(offers.length === 0
            ? [
                paragraph(
                  { vi: 'Không có liệu trình nào như vậy.', en: 'No treatment matches.' }[locale],
                ),
              ]
            : []),
          heading({ vi: 'Sức khoẻ', en: 'Your health' }[locale], 'health'),
          paragraph(health.disclaimer[locale]),
        ],
      }
    },
  }
}

const packages: LocalizedText = {
  vi: 'Hai hay nhiều liệu trình trong một lần hẹn.',
  en: 'Two or more treatments in one visit.',
}

function cardsPage(
  path: string,
  category: Named,
  { offers }: Assortment,
  find: FindPicture,
  more: (locale: Locale) => Block[],
): Page {
  return {
    path,
    kind: 'page',
    document: (locale) => ({
      title: category.name[locale],
      description: {
        vi: 'Đặt mua, chuyển khoản, rồi chúng tôi gửi thẻ.',
        en: 'Order, pay by bank transfer, and we send the card.',
      }[locale],
      ...withPicture(find(category.id)),
      blocks: [
        {
          kind: 'actions',
          links: [
            { text: { vi: 'Đặt mua', en: 'Order one' }[locale], href: `${path}/order`, main: true },
          ],
        },
        ...offerSections(offers, [category], find, locale),
        ...more(locale),
      ],
    }),
  }
}

function giftCardBlocks({ giftCards }: SpaFiles, locale: Locale): Block[] {
  return [
    heading({ vi: 'Cách gửi', en: 'Delivery' }[locale], 'delivery'),
    {
      kind: 'facts',
      rows: giftCards.delivery.map(({ name, how }) => [name[locale], [how[locale]]]),
    },
    heading({ vi: 'Đơn của công ty', en: 'Company orders' }[locale], 'companies'),
    paragraph(giftCards.company_orders[locale]),
  ]
}

function treatmentBlocks(files: SpaFiles, treatment: Treatment, locale: Locale): Block[] {
  const therapists = files.therapists.therapists.filter((one) =>
    one.treatments.includes(treatment.id),
  )
  const boxes = files.health.boxes.filter(({ id }) => treatment.ask_first.includes(id))
  return [
    ...includedBlocks(treatment.includes, locale),
    ...workerBlocks(therapists, 'therapists', locale),
    ...healthAdviceBlocks(
      boxes,
      { vi: 'Hãy cho chúng tôi biết trước', en: 'Please tell us beforehand' },
      locale,
    ),
    paragraph(files.health.disclaimer[locale]),
  ]
}
