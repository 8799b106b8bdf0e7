/** The treatments of a spa, and what it sells besides: memberships and gift cards. */

import { checkEntryReferences } from '../../content/checks.ts'
import type { Offer } from '../../domain/catalogue/offer.ts'
import type { Check } from '../../domain/trade/declaration.ts'
import { formatMoney } from '../../kernel/money.ts'
import { plural } from '../../kernel/plural.ts'
import { allServices } from '../appointments/services.ts'
import type { SpaFiles, Treatment } from './files.ts'

export function allTreatments(files: Pick<SpaFiles, 'services'>): Treatment[] {
  return allServices(files)
}

export const otherOffers = {
  files: ['memberships', 'giftCards'],
  groups: ({ memberships, giftCards }: SpaFiles) =>
    [
      { file: memberships, list: 'memberships', entries: memberships.memberships },
      { file: giftCards, list: 'cards', entries: giftCards.cards },
    ].filter(({ entries }) => entries.length > 0),
  offers: (files: SpaFiles) => [...membershipOffers(files), ...giftCardOffers(files)],
}

/** The treatments of memberships must exist. */
export const membershipTreatments: Check<SpaFiles> = {
  needs: ['services', 'memberships'],
  run({ services, memberships }, report) {
    const treatment = services.flatMap((group) => group.services)
    checkEntryReferences(memberships, 'memberships', memberships.memberships, { treatment }, report)
  },
}

/** The price of a membership for this treatment. */
export function membershipPrice(
  membership: { visits: number; discount_percent: number },
  treatment: Treatment,
): number {
  const { visits, discount_percent } = membership
  return Math.round((visits * treatment.price * (100 - discount_percent)) / 100)
}

function membershipOffers(files: SpaFiles): Offer[] {
  const treatments = new Map(allTreatments(files).map((treatment) => [treatment.id, treatment]))
  return files.memberships.memberships.map((membership) => {
    const { id, name, description, story, visits, discount_percent, valid_months } = membership
    const treatment = treatments.get(membership.treatment) as Treatment
    const monthNoun = plural(valid_months, { one: 'month', other: 'months' })
    return {
      id,
      kind: 'membership' as const,
      name,
      description,
      story,
      category: files.memberships.category.id,
      tags: [],
      price: membershipPrice(membership, treatment),
      priceNote: {
        vi:
          `${visits} lần ${treatment.name.vi}, rẻ hơn trả từng lần ${discount_percent}%; ` +
          `dùng trong ${valid_months} tháng. Có thể chọn liệu trình khác.`,
        en:
          `${visits} visits of ${treatment.name.en}, ${discount_percent}% below the price of single visits; ` +
          `valid for ${valid_months} ${monthNoun}. You can choose another treatment.`,
      },
      bookable: false,
      path: `/memberships/${id}`,
      orderPath: '/memberships/order',
    }
  })
}

function giftCardOffers({ giftCards }: SpaFiles): Offer[] {
  const monthNoun = plural(giftCards.valid_months, { one: 'month', other: 'months' })
  return giftCards.cards.map(({ id, name, description, story, amount }) => ({
    id,
    kind: 'gift_card' as const,
    name,
    description,
    story,
    category: giftCards.category.id,
    tags: [],
    price: amount,
    priceNote: {
      vi: `Dùng như ${formatMoney(amount, 'vi')} trong ${giftCards.valid_months} tháng.`,
      en: `Worth ${formatMoney(amount, 'en')} for ${giftCards.valid_months} ${monthNoun}.`,
    },
    bookable: false,
    path: `/gift-cards/${id}`,
    orderPath: '/gift-cards/order',
  }))
}
