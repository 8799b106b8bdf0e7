/** The services that can be booked. A listed service with prices by variant is one service for each variant. */
import type { Assortment, Offer } from '../../domain/catalogue/offer.ts'
import type { LocalizedText } from '../../kernel/locale.ts'
import type { AppointmentTrade } from './declaration.ts'
import type {
  AppointmentValues,
  ListedService,
  Service,
  ServiceGroup,
  Variant,
  Worker,
} from './values.ts'
import { namesOf } from './words.ts'

export function allServices<Listed extends ListedService>({
  services,
  variants = [],
}: {
  services: readonly ServiceGroup<Listed>[]
  variants?: readonly Variant[]
}): Service<Listed>[] {
  return services.flatMap(({ category, kind, services: group }) =>
    group.flatMap((listed): Service<Listed>[] => {
      const { id, name, minutes, price } = listed
      const shared = { category: category.id, kind, listed }
      if (minutes !== undefined && price !== undefined)
        return [{ ...shared, id, name, minutes, price, variant: undefined }]
      return (listed.variants ?? []).flatMap(({ variant: variantId, minutes, price }) => {
        const variant = variants.find((one) => one.id === variantId)
        if (!variant) return []
        return [
          {
            ...shared,
            minutes,
            price,
            id: `${id}-${variant.id}`,
            name: {
              vi: `${name.vi}, ${variant.name.vi}`,
              en: `${name.en}, ${variant.name.en}`,
            },
            variant,
          },
        ]
      })
    }),
  )
}

export function servicesById<Listed extends ListedService>(
  values: Parameters<typeof allServices<Listed>>[0],
): ReadonlyMap<string, Service<Listed>> {
  return new Map(allServices(values).map((service) => [service.id, service]))
}

export function canDo({ skills }: Pick<Worker, 'skills'>, { listed }: Service): boolean {
  return skills.includes(listed.id)
}

/** Guests of one appointment. */
export function partySizeOf({ listed }: Service): number {
  return listed.guests ?? 1
}

export function assortment(trade: AppointmentTrade, values: AppointmentValues): Assortment {
  const other = trade.otherOffers
  return {
    categories: [
      ...values.services.map(({ category }) => category),
      ...(other?.groups(values).map(({ file }) => file.category) ?? []),
    ],
    tags: values.tags,
    offers: [
      ...allServices(values).map((service) => toOffer(trade, service)),
      ...(other?.offers(values) ?? []),
    ],
  }
}

export function servicePath({ words }: AppointmentTrade, id: string): string {
  return `/${namesOf(words).services}/${id}`
}

function toOffer(trade: AppointmentTrade, service: Service): Offer {
  const { id, name, minutes, price, category, kind, variant, listed } = service
  const priceNote = variant ? explainVariant(variant) : trade.service.priceNote?.(service)
  return {
    id,
    kind,
    name,
    description: listed.description,
    story: listed.story,
    category,
    tags: listed.tags,
    price,
    ...(priceNote && { priceNote }),
    minutes,
    bookable: true,
    ...(variant && { variantOf: listed.id }),
    path: servicePath(trade, id),
  }
}

function explainVariant({ name, explanation }: Variant): LocalizedText {
  return {
    vi: `Giá cho ${name.vi}: ${explanation.vi}.`,
    en: `The price for ${name.en}: ${explanation.en}.`,
  }
}
