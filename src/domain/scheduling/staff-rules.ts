/**
 * The rules that staff can set aside for one booking, with the name that the history shows and the sentence that
 * explains a refusal. An overlap is not among them: a place that is taken stays taken.
 */
import type { LocalizedText } from '../../kernel/locale.ts'

export const staffRules = {
  seats: { vi: 'quá số ghế', en: 'more guests than seats' },
  small_party: { vi: 'nhóm nhỏ hơn mức dành cho bàn', en: 'party too small for the table' },
  area: { vi: 'khác khu khách xin', en: 'another area than requested' },
  person: { vi: 'khác người khách xin', en: 'another person than requested' },
  skill: { vi: 'người không làm dịch vụ này', en: 'person does not do this' },
  duty: { vi: 'ngoài ca làm', en: 'off duty' },
  place_kind: { vi: 'chỗ không dành cho dịch vụ này', en: 'place is not meant for this' },
  party_size: { vi: 'số khách khác với dịch vụ', en: 'another party size than offered' },
  closed_day: { vi: 'ngày đóng cửa', en: 'closed day' },
  before_opening: { vi: 'trước giờ mở cửa', en: 'before opening' },
  between_hours: { vi: 'giữa hai ca mở cửa', en: 'between opening hours' },
  after_closing: { vi: 'quá giờ đóng cửa', en: 'after closing' },
} as const satisfies Record<string, LocalizedText>

export type StaffRule = keyof typeof staffRules

/** A rule that a booking would break, with the sentence for staff. */
export type BrokenRule = { rule: StaffRule; reason: LocalizedText }

/** A newer version of the program may have stored a rule that this one does not know. */
export function isStaffRule(name: string): name is StaffRule {
  return Object.hasOwn(staffRules, name)
}

type Place = { place: LocalizedText }

export const explainRule = {
  seats: ({ place, seats, guests }: Place & { seats: number; guests: number }): BrokenRule => ({
    rule: 'seats',
    reason: {
      vi: `${place.vi} có ${seats} chỗ, nhóm ${guests} khách.`,
      en: `${place.en} seats ${seats}; the party has ${guests}.`,
    },
  }),
  small_party: ({
    place,
    least,
    guests,
  }: Place & { least: number; guests: number }): BrokenRule => ({
    rule: 'small_party',
    reason: {
      vi: `${place.vi} dành cho nhóm từ ${least} khách, nhóm này ${guests} khách.`,
      en: `${place.en} is kept for parties of ${least} or more; this one has ${guests}.`,
    },
  }),
  area: ({
    place,
    area,
    asked,
  }: Place & { area: LocalizedText; asked: LocalizedText }): BrokenRule => ({
    rule: 'area',
    reason: {
      vi: `Khách đặt ${asked.vi}, mà ${place.vi} thuộc ${area.vi}.`,
      en: `The booking is for ${asked.en}, but ${place.en} belongs to ${area.en}.`,
    },
  }),
  person: ({ name, asked }: { name: string; asked: string | undefined }): BrokenRule => ({
    rule: 'person',
    reason: asked
      ? {
          vi: `Khách xin ${asked}, không phải ${name}.`,
          en: `The guest asked for ${asked}, not ${name}.`,
        }
      : {
          vi: `${name} không đúng với người mà khách xin.`,
          en: `${name} is not whom the guest asked for.`,
        },
  }),
  skill: ({ name, service }: { name: string; service: LocalizedText }): BrokenRule => ({
    rule: 'skill',
    reason: {
      vi: `${name} không làm “${service.vi}”.`,
      en: `${name} does not do “${service.en}”.`,
    },
  }),
  duty: (reason: LocalizedText): BrokenRule => ({ rule: 'duty', reason }),
  place_kind: ({ place, service }: Place & { service: LocalizedText }): BrokenRule => ({
    rule: 'place_kind',
    reason: {
      vi: `${place.vi} không dành cho “${service.vi}”.`,
      en: `${place.en} is not meant for “${service.en}”.`,
    },
  }),
  party_size: ({
    service,
    needed,
    guests,
  }: {
    service: LocalizedText
    needed: number
    guests: number
  }): BrokenRule => ({
    rule: 'party_size',
    reason: {
      vi: `“${service.vi}” dành cho ${needed} khách, lượt này ghi ${guests} khách.`,
      en: `“${service.en}” is for ${needed}; this booking has ${guests}.`,
    },
  }),
}

/** Whether staff have set aside every rule that the option breaks. */
export function isAccepted(
  { broken }: { broken: readonly BrokenRule[] },
  accepted: ReadonlySet<StaffRule>,
): boolean {
  return broken.every(({ rule }) => accepted.has(rule))
}
