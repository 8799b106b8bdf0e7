/** The hair salon. */
import { heading, paragraph } from '../../content/document.ts'
import type { Locale } from '../../kernel/locale.ts'
import { caution } from '../../kernel/tool.ts'
import { appointmentTrade } from '../appointments/trade.ts'
import { files, type HealthBox, type ListedService, type SalonFiles, words } from './files.ts'
import { getReadyForADay } from './prompts.ts'

const noPromise = 'An exact shade or curl is not promised.'

export const salon = appointmentTrade({
  id: 'salon',
  codePrefix: 'CAT',
  placeType: 'HairSalon',
  words,
  files,
  service: {
    description: 'The service, for a hair length where it matters.',
    missing: {
      vi: 'Cần biết làm dịch vụ nào để tìm giờ trống; nếu giá theo độ dài thì tóc ngắn, ngang vai hay dài.',
      en:
        'Say which service, so that free times can be found; if the price depends on the length, also how long the ' +
        'hair is.',
    },
  },
  person: {
    label: { vi: 'Thợ', en: 'With' },
    assignedLabel: { vi: 'Người làm', en: 'With' },
    question: { vi: 'Bạn muốn ai làm tóc?', en: 'With whom?' },
    titles: ['thợ', 'stylist'],
    noneWorks: {
      vi: 'Hôm đó không có thợ làm dịch vụ này.',
      en: 'No stylist for this service works that day.',
    },
    isAway: { vi: 'Hôm đó thợ của tiệm nghỉ.', en: 'Our stylist is away that day.' },
    exampleGuest: { vi: 'anh Tuấn', en: 'Tuan' },
  },
  during: 'in the chair',
  attention: {
    applies: (listed: ListedService, box: HealthBox) => listed.patch_test && box.patch_test_first,
    field: 'needs_patch_test',
    description: 'Color for a guest who reacted before: a patch test is needed first.',
    texts: {
      guest: {
        vi: 'Vì điều bạn đánh dấu, tiệm sẽ hẹn bạn thử thuốc sau tai trước khi nhuộm.',
        en: 'Because of what you ticked, we will arrange a patch test with you before the color.',
      },
      staff: {
        vi: 'Vì điều khách đánh dấu, hẹn khách thử thuốc sau tai trước khi nhuộm.',
        en: 'Because of what the guest ticked, arrange a patch test with the guest before the color.',
      },
    },
    readBack: { vi: 'cần thử thuốc trước khi nhuộm', en: 'a patch test is needed first' },
    result: {
      vi: 'Vì điều đã báo, tiệm sẽ hẹn thử thuốc trước khi nhuộm.',
      en: 'Because of what was reported, the salon will arrange a patch test before the color.',
    },
    mark: { name: 'patch_test', of: (listed: ListedService) => listed.patch_test },
    notice: (listed: ListedService, { health }: SalonFiles) =>
      listed.patch_test ? health.patch_test : undefined,
  },
  health: {
    label: { vi: 'Xin cho biết, nếu có', en: 'Please tell us, if it applies' },
    hint: {
      vi: 'Để chọn thuốc và tư thế gội cho hợp. Chỉ quầy và thợ làm cho bạn được xem.',
      en: 'So that we choose suitable products and washing position. Only the desk and your stylist see this.',
    },
    consent: {
      statement: {
        vi:
          'Nếu tôi đánh dấu điều gì về dị ứng hay sức khoẻ (dữ liệu nhạy cảm), tôi đồng ý cho quầy và người thợ ' +
          'làm tóc cho tôi xem, ngoài ra không ai khác',
        en:
          'If I tick anything about allergies or health (sensitive data), I agree that the desk and the stylist ' +
          'who does my hair see it, and no one else',
      },
      visit: { vi: 'lần hẹn', en: 'the visit' },
    },
    adviceTitle: { vi: 'Xin cho chúng tôi biết trước', en: 'Please tell us beforehand' },
  },
  form: {
    title: { vi: 'Đặt lịch', en: 'Book a visit' },
    categoryQuestion: { vi: 'Hôm nay bạn muốn làm gì?', en: 'What would you like done?' },
  },
  listPage: {
    title: { vi: 'Dịch vụ và giá', en: 'Services and prices' },
    description: {
      vi: 'Thời gian ngồi ghế và giá đã gồm VAT, theo độ dài tóc.',
      en: 'Minutes in the chair and prices including VAT, by hair length.',
    },
    tagLabel: { vi: 'Bạn cần', en: 'You need' },
    packages: {
      vi: 'Cho ngày cưới, ngày tiệc, hay một buổi làm trọn từ đầu đến cuối.',
      en: 'For a wedding, a party, or everything in one visit.',
    },
    end: ({ health }: SalonFiles, locale: Locale) => [
      heading({ vi: 'Thử thuốc trước khi nhuộm', en: 'Patch test' }[locale], 'patch-test'),
      paragraph(health.patch_test[locale]),
      paragraph(health.disclaimer[locale]),
    ],
  },
  toolTexts: {
    services: {
      title: 'Services and prices',
      description: ({ variants }: SalonFiles) => [
        'Lists what the salon does: minutes in the chair, price in VND (8% VAT included, no tip), stylists, what is ' +
          'included. If length changes the price, each length is a separate service: ' +
          `${variants.map(({ id, explanation }) => `${id} (${explanation.en})`).join(', ')}.`,
        caution(noPromise),
        'patch_test true: with an earlier reaction to hair dye, a patch test comes first.',
      ],
    },
    people: 'There are no photos.',
    party: () => 'For one guest; two who come together book twice.',
    previewDetails: 'service, date, time, stylist, price, name, phone and health boxes',
    health: 'With an earlier reaction to hair dye, color needs a patch test first.',
    promise: noPromise,
  },
  prompts: {
    book: {
      title: { vi: 'Đặt lịch làm tóc', en: 'Book a visit' },
      visit: 'a visit',
      including: { vi: 'độ dài tóc và dị ứng', en: 'hair length and allergies' },
    },
    choose: {
      description: {
        vi: 'Gợi ý theo mái tóc của bạn và điều bạn cần.',
        en: 'A suggestion from your hair and what you need.',
      },
      tagDescription: 'What the guest needs.',
      ask: { vi: 'hỏi tôi về mái tóc', en: 'ask about my hair' },
      rule: {
        vi: 'Cho biết giá và thời gian; đừng hứa màu hay nếp tóc sẽ ra sao.',
        en: 'Give the price and the duration; make no promises about how color or curls will turn out.',
      },
    },
    more: () => [getReadyForADay],
  },
})
