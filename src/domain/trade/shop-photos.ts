/** Which photo belongs to what a shop shows. */
import { type ConvertedPhoto, type Photos, photoLink } from '../../content/photo.ts'
import type { PicturePlace } from '../../content/photo-checks.ts'
import type { Shared } from '../../content/shop.ts'
import { type Assortment, pictureNamesOf } from '../catalogue/offer.ts'

/** By name. */
export type ConvertedPhotos = ReadonlyMap<string, ConvertedPhoto>

/** Offers and categories, each by the names that its picture may have. */
export function picturePlacesOfOffers({ offers, categories }: Assortment): PicturePlace[] {
  const named = offers.flatMap((offer) =>
    pictureNamesOf(offer).map((id) => ({ id, name: offer.name })),
  )
  return [...named, ...categories]
}

/** Adds the owner's descriptions. */
export function describePhotos({ photoTexts }: Shared, photos: ConvertedPhotos): Photos {
  const texts = new Map(photoTexts?.photos.map(({ name, alt }) => [name, alt]))
  return new Map(
    [...photos].map(([name, photo]) => {
      const alt = texts.get(name)
      return [name, alt ? { ...photo, alt } : photo] as const
    }),
  )
}

/** Each offer with the link to its own photo. */
export function withPhotoLinks(assortment: Assortment, photos: Photos): Assortment {
  if (photos.size === 0) return assortment
  return {
    ...assortment,
    offers: assortment.offers.map((offer) => {
      const name = pictureNamesOf(offer).find((one) => photos.has(one))
      const photo = photos.get(name ?? '')
      if (name === undefined || !photo) return offer
      return { ...offer, photo: { name, ...photoLink(photo), alt: photo.alt ?? offer.name } }
    }),
  }
}
