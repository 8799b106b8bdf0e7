/** A link that opens the place in the map app of the guest. */
import { type Business, formatAddress } from './shop.ts'

export function mapLink(business: Business): string {
  const { geo, name } = business
  const place = geo
    ? `${geo.latitude},${geo.longitude}`
    : `${name}, ${formatAddress(business, 'vi')}`
  return `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(place)}`
}
