/** A booking as schema.org data (JSON-LD), for its page and for emails. It contains nothing that the guest typed. */
import type { Business } from '../../content/shop.ts'
import { type Locale, localPath } from '../../kernel/locale.ts'
import type { BookingForm } from '../forms/booking-form.ts'
import type { BookingStatus } from './status-operation.ts'
import { bookingPath } from './url.ts'

const states = { pending: 'Pending', confirmed: 'Confirmed', cancelled: 'Cancelled' }

export function reservationData(
  { base, business, form }: { base: string; business: Business; form: BookingForm },
  booking: BookingStatus,
  locale: Locale,
): object {
  const { code, starts_at, ends_at } = booking
  const place = { '@type': form.placeType, ...placeData(business, locale) }
  const reservation = {
    '@context': 'https://schema.org',
    '@type': form.reservationType,
    reservationId: code,
    // Mail programs read this name.
    reservationNumber: code,
    reservationStatus: `https://schema.org/Reservation${states[booking.status]}`,
    modifiedTime: booking.updated_at,
    url: `${base}${localPath(`${bookingPath}/${code}`, locale, business.languages)}`,
  }
  // Only the reservation of a table has times of its own; other reservations are for something that has them.
  return form.reservationType === 'FoodEstablishmentReservation'
    ? {
        ...reservation,
        startTime: starts_at,
        endTime: ends_at,
        partySize: booking.party_size,
        reservationFor: place,
      }
    : {
        ...reservation,
        reservationFor: {
          '@type': 'Event',
          name: booking.offer.name,
          startDate: starts_at,
          endDate: ends_at,
          location: place,
        },
      }
}

/** Name, phone and address of the shop. */
export function placeData({ name, phone, address }: Business, locale: Locale) {
  return {
    name,
    telephone: phone,
    address: {
      '@type': 'PostalAddress',
      streetAddress: address.street,
      ...(address.ward && { addressLocality: address.ward[locale] }),
      addressRegion: address.city[locale],
      addressCountry: address.country,
    },
  }
}
