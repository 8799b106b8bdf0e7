/** The spa. */
import type { AliasedItem } from '../../domain/quick-entry/aliases.ts'
import type { ToolContext } from '../../domain/trade/tool-context.ts'
import { foldDiacritics } from '../../kernel/fold-diacritics.ts'
import type { AppointmentTools } from '../appointments/declaration.ts'
import { appointmentTrade } from '../appointments/trade.ts'
import { membershipTreatments, otherOffers } from './assortment.ts'
import {
  files,
  type HealthBox,
  type ListedTreatment,
  type SpaFiles,
  type Treatment,
  words,
} from './files.ts'
import { orderForms, withoutEmailDelivery } from './order-forms.ts'
import { orderRules } from './orders.ts'
import { giftCardPages } from './pages.ts'
import { preferences, therapistLabel, unnamedPreferences } from './preferences.ts'
import { giveAGiftCard } from './prompts.ts'
import { missingTreatmentText } from './request-details.ts'
import { listGiftOptions, requestGiftCard } from './tools/gift-cards.ts'
import { requestMembership } from './tools/membership.ts'
import { suggestToolName, suggestTreatment } from './tools/suggest.ts'

export const spa = appointmentTrade({
  id: 'spa',
  codePrefix: 'HEN',
  placeType: 'DaySpa',
  words,
  files,
  service: {
    description: 'The treatment or package.',
    missing: missingTreatmentText,
    priceNote: ({ listed }: Treatment) =>
      listed.guests === 2
        ? { vi: 'Giá cho hai người.', en: 'The price is for two guests.' }
        : undefined,
    aliases,
  },
  person: {
    label: therapistLabel,
    assignedLabel: therapistLabel,
    question: { vi: 'Với ai?', en: 'With whom?' },
    titles: ['ktv', 'kỹ thuật viên'],
    noneWorks: {
      vi: 'Hôm đó không có người làm liệu trình này.',
      en: 'No therapist for this treatment works that day.',
    },
    isAway: {
      vi: 'Hôm đó kỹ thuật viên của chúng tôi nghỉ.',
      en: 'Our therapist is away that day.',
    },
    exampleGuest: { vi: 'chị Lan', en: 'Lan' },
  },
  during: 'in the room',
  attention: {
    applies: ({ facial, ask_first }: ListedTreatment, box: HealthBox) =>
      (facial && box.doctor_before_facial) || (box.doctor_first && ask_first.includes(box.id)),
    field: 'needs_doctor_first',
    description:
      'The advice on a health condition says so, such as for a facial with a wound: ask a doctor first.',
    texts: {
      guest: {
        vi: 'Vì điều bạn đánh dấu, xin hỏi bác sĩ trước khi đến.',
        en: 'Because of what you ticked, please ask a doctor before you come.',
      },
      staff: {
        vi: 'Vì điều khách đánh dấu, khách nên hỏi bác sĩ trước khi đến.',
        en: 'Because of what the guest ticked, the guest should ask a doctor before the visit.',
      },
    },
    readBack: { vi: 'cần hỏi bác sĩ trước', en: 'the guest should ask a doctor first' },
    result: {
      vi: 'Vì điều đã báo về sức khoẻ, xin hỏi bác sĩ trước.',
      en: 'Because of the reported health condition, please ask a doctor first.',
    },
  },
  health: {
    label: { vi: 'Về sức khoẻ, nếu có', en: 'Your health, if it applies' },
    hint: {
      vi: 'Chỉ quầy và kỹ thuật viên được xem. Không phải chẩn đoán.',
      en: 'Only the desk and your therapist see this. It is not a diagnosis.',
    },
    consent: {
      statement: {
        vi:
          'Nếu tôi báo điều gì về sức khoẻ (dữ liệu nhạy cảm), tôi đồng ý cho quầy lễ tân và kỹ thuật viên phục ' +
          'vụ tôi xem, ngoài ra không ai khác',
        en:
          'If I report a health condition (sensitive data), I agree that the front desk and the therapist who looks ' +
          'after me see it, and no one else',
      },
      visit: { vi: 'buổi hẹn', en: 'the visit' },
    },
    adviceTitle: { vi: 'Hãy cho chúng tôi biết trước', en: 'Please tell us beforehand' },
  },
  form: {
    title: { vi: 'Đặt lịch', en: 'Book a treatment' },
    categoryQuestion: { vi: 'Bạn muốn làm gì?', en: 'What would you like?' },
  },
  listPage: {
    title: { vi: 'Liệu trình', en: 'Treatments' },
    description: {
      vi: 'Thời gian trong phòng và giá',
      en: 'Minutes in the room and prices',
    },
    question: { vi: 'Bạn thấy trong người thế nào?', en: 'How do you feel?' },
    tagGroups: ({ tags }: SpaFiles) =>
      [
        {
          name: { vi: 'Da và tóc', en: 'Skin and hair' },
          tags: tags.filter(({ about }) => about === 'skin'),
        },
        { name: { vi: 'Cơ thể', en: 'Body' }, tags: tags.filter(({ about }) => about === 'body') },
      ].filter((group) => group.tags.length > 0),
    packages: {
      vi: 'Hai hay nhiều liệu trình trong một lần hẹn.',
      en: 'Two or more treatments in one visit.',
    },
  },
  toolTexts: {
    services: {
      title: 'Treatments',
      description: (_values: SpaFiles, prices: string) => [
        'Lists treatments to choose from: only this returns the therapists, matching feelings and what is included, with minutes ' +
          `in the room and price ${prices}.`,
      ],
    },
    tagsListedIn: suggestToolName,
    people: 'There are no photos and no medical titles.',
    party(treatments: readonly Treatment[]) {
      const forTwo = treatments.filter(({ listed }) => listed.guests === 2).map(({ id }) => id)
      return forTwo.length === 0
        ? 'For one guest; two who come together book twice.'
        : `party_size 2 is only for ${forTwo.join(', ')}, side by side.`
    },
    previewDetails: ['treatment', 'date', 'time', 'therapist', 'price', 'name', 'phone'],
    health: 'With a skin condition under treatment or a wound, a facial needs a doctor first.',
    promise: 'Results are not promised.',
  },
  prompts: {
    book: {
      title: { vi: 'Đặt lịch', en: 'Book a treatment' },
      visit: 'a treatment',
      including: (asksHealth) => (asksHealth ? { vi: 'về sức khoẻ', en: 'health' } : undefined),
    },
    choose: {
      description: {
        vi: 'Gợi ý theo cảm giác của da và cơ thể.',
        en: 'A suggestion based on how skin and body feel.',
      },
      tagDescription: 'How skin or body feels.',
      ask: { vi: 'hỏi tôi thấy trong người thế nào', en: 'ask how I feel' },
      rule: {
        vi: 'Hỏi tôi về sức khoẻ trước; đừng chẩn đoán và đừng hứa kết quả.',
        en: 'Ask about my health first; no diagnosis and no promises.',
      },
    },
    more: (values: SpaFiles) => (values.giftCards.cards.length > 0 ? [giveAGiftCard(values)] : []),
  },
  preferences,
  withoutPeople: unnamedPreferences,
  otherOffers,
  pages: giftCardPages,
  checks: [membershipTreatments],
  orders: orderRules,
  forms: orderForms,
  withoutEmail: { values: withoutEmailDelivery, paths: ['/gift-cards'] },
  tools: (values: SpaFiles, context: ToolContext, tools: AppointmentTools) => [
    tools.listServices,
    ...tools.listPeople,
    ...(values.tags.length > 0 ? [suggestTreatment(values, context)] : []),
    tools.checkSlots,
    tools.requestAppointment,
    tools.requestChange,
    ...(values.giftCards.cards.length > 0
      ? [listGiftOptions(values, context), requestGiftCard(values, context)]
      : []),
    ...(values.memberships.memberships.length > 0 ? [requestMembership(values, context)] : []),
  ],
})

/** "Massage đá ấm" may also be typed as "đá ấm", if at least three treatments begin with Massage. */
function aliases(treatments: readonly Treatment[]): AliasedItem[] {
  const byFirstWord = Map.groupBy(treatments, ({ name }) => firstWord(name.vi))
  return treatments.map(({ id, name: { vi, en } }) => {
    const isCommonFirstWord = (byFirstWord.get(firstWord(vi))?.length ?? 0) >= 3
    const [, ...remainingWords] = vi.split(' ')
    return {
      id,
      names: [isCommonFirstWord ? remainingWords.join(' ') : vi, en],
      aliases: [vi, vi.split(' ').slice(0, 3).join(' '), id.replaceAll('-', ' ')],
    }
  })
}

function firstWord(name: string): string {
  return foldDiacritics(name).split(' ')[0] ?? ''
}
