/** Links to maps: the one that a guest opens, and the place in one that an owner pastes. */
import { type Business, formatAddress } from './shop.ts'

export function mapLink(business: Business): string {
  const { geo, name } = business
  const place = geo
    ? `${geo.latitude},${geo.longitude}`
    : `${name}, ${formatAddress(business, 'vi')}`
  return `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(place)}`
}

type Place = { latitude: number; longitude: number }

/**
 * The ways in which maps write a place: "21.03, 105.85", "…/@21.03,105.85,17z", "!3d21.03!4d105.85",
 * "?q=21.03,105.85".
 */
const placePatterns = [
  /!3d(-?\d+(?:\.\d+)?)!4d(-?\d+(?:\.\d+)?)/,
  /[?&](?:q|ll|query|destination|center|mlat)=(-?\d+(?:\.\d+)?)(?:,|&mlon=)\s*(-?\d+(?:\.\d+)?)/,
  /@(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?)/,
  /^\s*(-?\d+(?:\.\d+)?)\s*[,;\s]\s*(-?\d+(?:\.\d+)?)\s*$/,
]

/** Undefined if the text names no place, as the short links of phones do. */
export function parseMapPlace(text: string): Place | undefined {
  const plain = decodeIfPossible(text)
  for (const pattern of placePatterns) {
    const [, latitude, longitude] = (pattern.exec(plain) ?? []).map(Number)
    if (latitude === undefined || longitude === undefined) continue
    if (Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180) return { latitude, longitude }
  }
  return undefined
}

function decodeIfPossible(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
