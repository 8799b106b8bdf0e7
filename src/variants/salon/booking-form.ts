/** The booking form of a salon: category, service, stylist, then day and time. */
import type { Business } from '../../content/shop.ts'
import type { BookingForm } from '../../domain/forms/booking-form.ts'
import {
  attentionRow,
  freeChangeNote,
  personChoices,
  personRow,
  serviceChoice,
} from '../appointments/form.ts'
import type { SalonFiles } from './files.ts'
import { allServices } from './services.ts'

export function bookingForm(files: SalonFiles, business: Business): BookingForm {
  const services = allServices(files)
  const { health, policy } = files
  return {
    title: { vi: 'Đặt lịch', en: 'Book a visit' },
    intro: {
      vi: `Chọn dịch vụ, người làm, ngày và giờ; hoặc gọi ${business.phone}.`,
      en: `Choose a service, a stylist, the day and the time; or call ${business.phone}.`,
    },
    steps: [
      {
        names: ['category'],
        leadsTo: 'offerId',
        label: { vi: 'Nhóm dịch vụ', en: 'Kind of service' },
        question: { vi: 'Hôm nay bạn muốn làm gì?', en: 'What would you like done?' },
        choices: (_chosen, locale) =>
          files.services.map(({ category, services: group }) => ({
            sets: { category: category.id },
            text: category.name[locale],
            note: group.map(({ name }) => name[locale]).join(' · '),
          })),
      },
      {
        names: ['offerId'],
        label: { vi: 'Dịch vụ', en: 'Service' },
        question: { vi: 'Dịch vụ nào?', en: 'Which service?' },
        choices: ({ category, offerId }, locale) =>
          services
            .filter(
              (one) => category === undefined || one.category === category || one.id === offerId,
            )
            .map((one) => serviceChoice(one, locale)),
      },
      {
        names: ['stylist_id', 'stylist'],
        label: { vi: 'Thợ', en: 'Stylist' },
        question: { vi: 'Bạn muốn ai làm tóc?', en: 'With whom?' },
        choices({ offerId }, locale) {
          const listed = services.find(({ id }) => id === offerId)?.listed.id ?? ''
          const able = files.stylists.stylists.filter((one) => one.services.includes(listed))
          return personChoices('stylist', able, locale)
        },
      },
    ],
    optionalSteps: [],
    carried: [],
    notes: ({ offerId }, locale) => [
      ...(services.find(({ id }) => id === offerId)?.listed.patch_test
        ? [health.patch_test[locale]]
        : []),
      freeChangeNote(policy, locale),
    ],
    terms: () => [],
    reservationType: 'EventReservation',
    placeType: 'HairSalon',
    summary: ({ stylist, needs_patch_test }, locale, reader) => {
      const people = stylist ? [(stylist as { name: string }).name] : []
      return [
        ...personRow({ vi: 'Người làm', en: 'With' }, people, locale),
        ...(needs_patch_test ? [attentionRow(patchTestFirst, locale, reader)] : []),
      ]
    },
  }
}

const patchTestFirst = {
  guest: {
    vi: 'Vì điều bạn đánh dấu, tiệm sẽ hẹn bạn thử thuốc sau tai trước khi nhuộm.',
    en: 'Because of what you ticked, we will arrange a patch test with you before the color.',
  },
  staff: {
    vi: 'Vì điều khách đánh dấu, hẹn khách thử thuốc sau tai trước khi nhuộm.',
    en: 'Because of what the guest ticked, arrange a patch test with the guest before the color.',
  },
}
