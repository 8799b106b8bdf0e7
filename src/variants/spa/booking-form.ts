/** How a treatment is booked on the site: which, with whom, on which day, at what time. */
import type { Business } from '../../content/shop.ts'
import { anyone, type BookingForm, type StepChoice } from '../../domain/booking/pages/form.ts'
import { displayDong } from '../../kernel/money.ts'
import { allTreatments } from './assortment.ts'
import type { SpaFiles } from './files.ts'

export function bookingForm(files: SpaFiles, business: Business): BookingForm {
  const { therapists } = files.therapists
  const { health, policy } = files
  return {
    title: { vi: 'Đặt lịch', en: 'Book a treatment' },
    intro: {
      vi: `Chọn liệu trình, người làm, ngày và giờ; hoặc gọi ${business.phone}.`,
      en: `Choose a treatment, a therapist, the day and the time; or call ${business.phone}.`,
    },
    steps: [
      {
        names: ['offerId'],
        label: { vi: 'Liệu trình', en: 'Treatment' },
        question: { vi: 'Bạn muốn làm gì?', en: 'What would you like?' },
        choices: (_chosen, locale) =>
          allTreatments(files).map(({ id, name, minutes, price }) => ({
            sets: { offerId: id },
            text: name[locale],
            note: `${minutes} ${{ vi: 'phút', en: 'min' }[locale]} · ${displayDong(price)}`,
          })),
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
            { sets: { therapist: anyone }, text: { vi: 'Ai cũng được', en: 'Anyone' }[locale] },
            ...able.map(({ id, name, role }) => ({
              sets: { therapist_id: id },
              text: name,
              note: role[locale],
            })),
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
    wishes: [],
    carried: [],
    fields: [
      {
        name: 'health',
        label: { vi: 'Về sức khỏe, nếu có', en: 'Your health, where it applies' },
        hint: {
          vi: 'Chỉ quầy và kỹ thuật viên được xem. Không phải chẩn đoán.',
          en: 'Only the desk and your therapist see this. It is no diagnosis.',
        },
        type: 'ticks',
        needed: false,
        options: health.boxes.map(({ id, name }) => ({ value: id, label: name })),
      },
    ],
    notes: (_chosen, locale) => [
      {
        vi: `Đổi hoặc hủy miễn phí đến ${policy.free_change_hours} giờ trước giờ hẹn.`,
        en: `Free to change or cancel until ${policy.free_change_hours} hours before.`,
      }[locale],
    ],
    terms: () => [],
    reservationType: 'Reservation',
    placeType: 'DaySpa',
    summary: ({ therapist, second_therapist, needs_doctor_first }, locale) => {
      const people = [therapist, second_therapist].flatMap((one) =>
        one ? [(one as { name: string }).name] : [],
      )
      return [
        [{ vi: 'Với', en: 'With' }[locale], people.join(', ')],
        ...(needs_doctor_first
          ? [
              [
                { vi: 'Xin lưu ý', en: 'Please note' }[locale],
                {
                  vi: 'Vì điều bạn đánh dấu, xin hỏi bác sĩ trước khi làm da mặt.',
                  en: 'Because of what you ticked, please ask a doctor before a facial.',
                }[locale],
              ] as [string, string],
            ]
          : []),
      ]
    },
  }
}
