/** What a restaurant asks with a table request. */
import type { GuestQuestion, QuestionConsent } from '../../domain/scheduling/guest-question.ts'
import { allergenWords, allergyCues, requestSynonyms } from './allergen-words.ts'
import type { RestaurantFiles } from './files.ts'

export function questions({ kitchen }: RestaurantFiles): GuestQuestion[] {
  return [
    {
      name: 'allergens',
      choice: 'many',
      options: kitchen.allergens,
      label: { vi: 'Dị ứng', en: 'Allergies' },
      hint: {
        vi: 'Bếp dùng chung, nên chúng tôi không thể hứa chắc; nhân viên sẽ hỏi lại.',
        en: 'The kitchen is shared, so we cannot guarantee it; staff will ask you about it.',
      },
      heading: { vi: 'Phải tránh', en: 'Must avoid' },
      noneText: { vi: 'không báo dị ứng', en: 'no allergies reported' },
      description: 'Tracked groups that a guest of the party must avoid. Only staff see them.',
      tool: {
        description:
          'Tracked groups that a guest avoids, as the guest said; others: allergy_details.',
        aliases: ['allergies', 'allergy', 'di_ung'],
        synonyms: requestSynonyms(kitchen.allergens),
      },
      inNote: {
        details: 'allergy_details',
        cues: allergyCues,
        words: allergenWords(kitchen.allergens),
        needsCue: true,
      },
      sensitivity: 'health',
      audience: 'staff',
      consent: allergyConsent,
    },
    {
      name: 'allergy_details',
      choice: 'text',
      options: [],
      label: { vi: 'Nói thêm về dị ứng', en: 'More about the allergy' },
      hint: {
        vi: 'Ai bị, nặng đến đâu, hoặc dị ứng với thứ không có ở trên.',
        en: 'Who has it, how severe it is, or what is not listed above.',
      },
      heading: { vi: 'Về dị ứng', en: 'About the allergy' },
      description:
        'Severity, the person affected, and allergies that are not tracked, in the guest’s words; at most 500 ' +
        'characters. Only staff see it.',
      example: 'Con trai tôi dị ứng lạc rất nặng.',
      tool: { description: 'Severity, who is affected, untracked allergies; the guest’s words.' },
      sensitivity: 'health',
      audience: 'staff',
      consent: allergyConsent,
    },
    {
      name: 'occasion',
      choice: 'one',
      options: [
        {
          id: 'birthday',
          name: { vi: 'Sinh nhật', en: 'Birthday' },
          phrases: ['sinh nhật', 'sn', 'hbd', 'birthday', 'bday'],
        },
        {
          id: 'anniversary',
          name: { vi: 'Kỷ niệm', en: 'Anniversary' },
          phrases: ['kỷ niệm', 'kỉ niệm', 'anniversary'],
        },
        {
          id: 'business',
          name: { vi: 'Công việc', en: 'Business' },
          phrases: ['tiếp khách', 'tiếp đối tác', 'công việc', 'business'],
        },
        { id: 'other', name: { vi: 'Dịp khác', en: 'Another occasion' } },
      ],
      label: { vi: 'Dịp đặc biệt (không bắt buộc)', en: 'Occasion (optional)' },
      heading: { vi: 'Dịp', en: 'Occasion' },
      description: 'The occasion of the visit, if the guest mentioned one.',
      tool: { description: 'The occasion, if the guest mentioned one.' },
      sensitivity: 'ordinary',
      audience: 'guest',
    },
  ]
}

const allergyConsent: QuestionConsent = {
  statement: {
    vi:
      'Nếu tôi ghi dị ứng (dữ liệu nhạy cảm), tôi đồng ý để nhân viên nhận đặt bàn báo cho bếp, ngoài ra không ' +
      'cho ai khác biết',
    en:
      'If I state allergies (sensitive data), I agree that the staff who take the booking pass them to the ' +
      'kitchen and to no one else',
  },
  visit: { vi: 'bữa ăn', en: 'the meal' },
}
