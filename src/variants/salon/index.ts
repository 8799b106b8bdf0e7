/** The hair salon. */
import { type Block, heading, paragraph } from '../../content/document.ts'
import type { Locale } from '../../kernel/locale.ts'
import { caution } from '../../kernel/tool.ts'
import type { AppointmentTrade } from '../appointments/declaration.ts'
import { appointmentTrade } from '../appointments/trade.ts'
import { files, type HealthBox, type ListedService, type SalonFiles, words } from './files.ts'
import { getReadyForADay } from './prompts.ts'

const noPromise = 'An exact shade or curl is not promised.'

const previewDetails = ['service', 'date', 'time', 'stylist', 'price', 'name', 'phone']

const party = () => 'For one guest; two who come together book twice.'

const person = {
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
}

const health = {
  label: { vi: 'Xin cho biết, nếu có', en: 'Please tell us, if it applies' },
  adviceTitle: { vi: 'Xin cho chúng tôi biết trước', en: 'Please tell us beforehand' },
}

const listPage = {
  title: { vi: 'Dịch vụ và giá', en: 'Services and prices' },
  question: { vi: 'Bạn cần gì?', en: 'What do you need?' },
  end: endBlocks,
}

/** Without lengths of hair it may be another salon, such as a nail studio: no text mentions hair. */
const withoutVariants: AppointmentTrade['withoutVariants'] = {
  placeType: 'BeautySalon',
  service: {
    description: 'The service.',
    missing: {
      vi: 'Cần biết làm dịch vụ nào để tìm giờ trống.',
      en: 'Say which service, so that free times can be found.',
    },
  },
  person: { ...person, question: { vi: 'Bạn muốn ai làm?', en: 'With whom?' } },
  health: {
    ...health,
    hint: {
      vi: 'Để làm cho hợp với bạn. Chỉ quầy và thợ làm cho bạn được xem.',
      en: 'So that we can take it into account. Only the desk and your stylist see this.',
    },
    consent: {
      statement: {
        vi:
          'Nếu tôi báo điều gì về dị ứng hay sức khoẻ (dữ liệu nhạy cảm), tôi đồng ý cho quầy và người thợ ' +
          'làm cho tôi xem, ngoài ra không ai khác',
        en:
          'If I report anything about allergies or health (sensitive data), I agree that the desk and the stylist ' +
          'who looks after me see it, and no one else',
      },
      visit: { vi: 'lần hẹn', en: 'the visit' },
    },
  },
  listPage: {
    ...listPage,
    description: {
      vi: 'Thời gian làm và giá',
      en: 'Duration and prices',
    },
    packages: {
      vi: 'Nhiều dịch vụ trong một lần hẹn.',
      en: 'Several services in one visit.',
    },
  },
  toolTexts: {
    services: {
      title: 'Services and prices',
      description: (_values: SalonFiles, prices: string) => [
        `Lists services to choose from: only this returns the stylists and what is included, with minutes and price ${prices}.`,
      ],
    },
    people: 'There are no photos.',
    party,
    previewDetails,
    health: 'What a guest ticks may lead to a question of staff first.',
    promise: 'Results are not promised.',
  },
  prompts: {
    book: {
      title: { vi: 'Đặt lịch', en: 'Book a visit' },
      visit: 'a visit',
      including: (asksHealth) => (asksHealth ? { vi: 'dị ứng', en: 'allergies' } : undefined),
    },
    choose: {
      description: { vi: 'Gợi ý theo điều bạn cần.', en: 'A suggestion from what you need.' },
      tagDescription: 'What the guest needs.',
      ask: { vi: 'hỏi tôi cần gì', en: 'ask what I need' },
      rule: {
        vi: 'Cho biết giá và thời gian; đừng hứa kết quả.',
        en: 'Give the price and the duration; make no promises about the result.',
      },
    },
  },
}

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
  person,
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
    lead: {
      hours: ({ health }: SalonFiles) => health.patch_test_hours,
      tooLate: ({ hours, day, phone }) => ({
        required: {
          vi:
            `Vì điều đã báo, cần thử thuốc sau tai ít nhất ${hours} giờ trước khi nhuộm, mà giờ này thì không còn kịp. ` +
            `Chọn từ ${day.vi} trở đi, hoặc gọi ${phone}.`,
          en:
            `Because of what was reported, a patch test is needed at least ${hours} hours before the color, and for this ` +
            `time it is no longer possible. Choose ${day.en} or later, or call ${phone}.`,
        },
        notice: {
          vi:
            `Thuốc nhuộm nào cũng có thể gây dị ứng. Giờ này không còn kịp thử thuốc ${hours} giờ trước: nếu nhuộm ở tiệm ` +
            `lần đầu, hãy chọn từ ${day.vi} trở đi, hoặc gọi ${phone}.`,
          en:
            `Any hair dye can cause a reaction. For this time, a patch test ${hours} hours before is no longer possible: if ` +
            `it is your first color with us, choose ${day.en} or later, or call ${phone}.`,
        },
      }),
    },
  },
  health: {
    ...health,
    hint: {
      vi: 'Để chọn thuốc và tư thế gội cho hợp. Chỉ quầy và thợ làm cho bạn được xem.',
      en: 'So that we choose suitable products and washing position. Only the desk and your stylist see this.',
    },
    consent: {
      statement: {
        vi:
          'Nếu tôi báo điều gì về dị ứng hay sức khoẻ (dữ liệu nhạy cảm), tôi đồng ý cho quầy và người thợ ' +
          'làm tóc cho tôi xem, ngoài ra không ai khác',
        en:
          'If I report anything about allergies or health (sensitive data), I agree that the desk and the stylist ' +
          'who does my hair see it, and no one else',
      },
      visit: { vi: 'lần hẹn', en: 'the visit' },
    },
  },
  form: {
    title: { vi: 'Đặt lịch', en: 'Book a visit' },
    categoryQuestion: { vi: 'Hôm nay bạn muốn làm gì?', en: 'What would you like done?' },
  },
  listPage: {
    ...listPage,
    description: {
      vi: 'Thời gian ngồi ghế và giá theo độ dài tóc',
      en: 'Minutes in the chair and prices by hair length',
    },
    packages: {
      vi: 'Cho ngày cưới, ngày tiệc, hay một buổi làm trọn từ đầu đến cuối.',
      en: 'For a wedding, a party, or everything in one visit.',
    },
  },
  toolTexts: {
    services: {
      title: 'Services and prices',
      description: ({ variants }: SalonFiles, prices: string) => [
        'Lists services to choose from: only this returns the stylists and what is included, with minutes in the chair and ' +
          `price ${prices}. If length changes the price, each length is a separate service: ` +
          `${variants.map(({ id, explanation }) => `${id} (${explanation.en})`).join(', ')}.`,
        caution(noPromise),
        'patch_test true: with an earlier reaction to hair dye, a patch test comes first.',
      ],
    },
    people: 'There are no photos.',
    party,
    previewDetails,
    health: 'With an earlier reaction to hair dye, color needs a patch test first.',
    promise: noPromise,
  },
  prompts: {
    book: {
      title: { vi: 'Đặt lịch làm tóc', en: 'Book a visit' },
      visit: 'a visit',
      including: (asksHealth) =>
        asksHealth
          ? { vi: 'độ dài tóc và dị ứng', en: 'hair length and allergies' }
          : { vi: 'độ dài tóc', en: 'hair length' },
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
  withoutVariants,
})

function endBlocks({ health }: SalonFiles, locale: Locale): Block[] {
  return [
    ...(health.patch_test
      ? [
          heading({ vi: 'Thử thuốc trước khi nhuộm', en: 'Patch test' }[locale], 'patch-test'),
          paragraph(health.patch_test[locale]),
        ]
      : []),
    ...(health.disclaimer ? [paragraph(health.disclaimer[locale])] : []),
  ]
}
