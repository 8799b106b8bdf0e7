/** The booking form of a spa: category, treatment, therapist, then day and time. */
import type { Business } from '../../content/shop.ts'
import type { BookingForm, StepChoice } from '../../domain/forms/booking-form.ts'
import {
  attentionRow,
  freeChangeNote,
  personChoices,
  personRow,
  serviceChoice,
} from '../appointments/form.ts'
import type { SpaFiles } from './files.ts'

export function bookingForm(files: SpaFiles, business: Business): BookingForm {
  const { therapists } = files.therapists
  const { policy } = files
  return {
    title: { vi: 'Đặt lịch', en: 'Book a treatment' },
    intro: {
      vi: `Chọn liệu trình, người làm, ngày và giờ; hoặc gọi ${business.phone}.`,
      en: `Choose a treatment, a therapist, the day and the time; or call ${business.phone}.`,
    },
    steps: [
      {
        names: ['category'],
        leadsTo: 'offerId',
        label: { vi: 'Nhóm liệu trình', en: 'Kind of treatment' },
        question: { vi: 'Bạn muốn làm gì?', en: 'What would you like?' },
        choices: (_chosen, locale) =>
          files.treatments.map(({ category, treatments }) => ({
            sets: { category: category.id },
            text: category.name[locale],
            note: treatments.map(({ name }) => name[locale]).join(' · '),
          })),
      },
      {
        names: ['offerId'],
        label: { vi: 'Liệu trình', en: 'Treatment' },
        question: { vi: 'Liệu trình nào?', en: 'Which treatment?' },
        choices: ({ category, offerId }, locale) =>
          files.treatments
            .filter(
              (group) =>
                category === undefined ||
                group.category.id === category ||
                group.treatments.some(({ id }) => id === offerId),
            )
            .flatMap(({ treatments }) => treatments.map((one) => serviceChoice(one, locale))),
      },
      {
        names: ['therapist_id', 'therapist_gender', 'therapist'],
        label: { vi: 'Kỹ thuật viên', en: 'Therapist' },
        question: { vi: 'Với ai?', en: 'With whom?' },
        choices({ offerId = '' }, locale): StepChoice[] {
          const able = therapists.filter(({ treatments }) => treatments.includes(offerId))
          const genders = new Set(able.map(({ gender }) => gender))
          const names = {
            female: { vi: 'Một kỹ thuật viên nữ', en: 'A woman' },
            male: { vi: 'Một kỹ thuật viên nam', en: 'A man' },
          }
          return [
            ...personChoices('therapist', able, locale),
            ...(genders.size > 1
              ? [...genders].map((gender) => ({
                  sets: { therapist_gender: gender },
                  text: names[gender][locale],
                }))
              : []),
          ]
        },
      },
    ],
    optionalSteps: [],
    carried: [],
    notes: (_chosen, locale) => [freeChangeNote(policy, locale)],
    terms: () => [],
    reservationType: 'EventReservation',
    placeType: 'DaySpa',
    summary: ({ therapist, second_therapist, needs_doctor_first }, locale, reader) => {
      const people = [therapist, second_therapist].flatMap((one) =>
        one ? [(one as { name: string }).name] : [],
      )
      return [
        ...personRow({ vi: 'Với', en: 'With' }, people, locale),
        ...(needs_doctor_first ? [attentionRow(doctorFirst, locale, reader)] : []),
      ]
    },
  }
}

const doctorFirst = {
  guest: {
    vi: 'Vì điều bạn đánh dấu, xin hỏi bác sĩ trước khi làm da mặt.',
    en: 'Because of what you ticked, please ask a doctor before a facial.',
  },
  staff: {
    vi: 'Vì điều khách đánh dấu, khách nên hỏi bác sĩ trước khi làm da mặt.',
    en: 'Because of what the guest ticked, the guest should ask a doctor before a facial.',
  },
}
