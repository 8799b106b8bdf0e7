/** Content files of a spa, in addition to the shared ones. */
import { type Values, yamlFileOr } from '../../content/file-kinds.ts'
import { turnMinutes } from '../../content/time-fields.ts'
import {
  choice,
  entry,
  identified,
  idFrom,
  integerBetween,
  key,
  keyFrom,
  listOf,
  listOrNone,
  localizedText,
  namedEntry,
  offerFields,
  vndAmount,
  yesOrNo,
} from '../../content/vocabulary.ts'
import {
  healthBox,
  onePrice,
  peopleFile,
  placesFile,
  policyFile,
  servicesFolder,
  tagsFile,
} from '../appointments/files.ts'
import type { CompletedFiles, Service } from '../appointments/values.ts'
import type { Words } from '../appointments/words.ts'

export const words: Words = {
  service: { vi: 'liệu trình', en: 'treatment' },
  person: { vi: 'kỹ thuật viên', en: 'therapist' },
  place: { vi: 'phòng', en: 'room' },
  tag: { vi: 'cảm giác', en: 'feeling' },
}

const membershipsFile = entry({
  category: namedEntry.default(() => ({
    id: 'the-thanh-vien',
    name: { vi: 'Thẻ thành viên', en: 'Memberships' },
  })),
  memberships: identified(
    listOrNone(
      entry({
        ...offerFields,
        visits: integerBetween(2, 50),
        discount_percent: integerBetween(0, 50),
        valid_months: integerBetween(1, 36),
        /** The treatment that the listed price is based on; the guest may choose another. */
        treatment: idFrom('treatments'),
      }),
      { vi: 'các thẻ', en: 'memberships' },
    ),
  ),
  terms: listOrNone(localizedText(300), { vi: 'các điều khoản', en: 'terms' }),
})

const giftCardsFile = entry({
  category: namedEntry.default(() => ({
    id: 'the-qua-tang',
    name: { vi: 'Thẻ quà tặng', en: 'Gift cards' },
  })),
  cards: identified(
    listOrNone(entry({ ...offerFields, amount: vndAmount }), { vi: 'các thẻ', en: 'cards' }),
  ),
  valid_months: integerBetween(1, 36).default(12),
  /** A card may name a treatment instead of an amount. */
  may_name_treatment: yesOrNo.default(false),
  delivery: listOf(
    entry({ id: key, name: localizedText(60), how: localizedText(300).optional() }),
  ).default(() => [{ id: 'pick_up', name: { vi: 'Nhận tại spa', en: 'Pick up at the spa' } }]),
  company_orders: localizedText(400).optional(),
})

const healthFile = entry({
  boxes: listOrNone(
    entry({
      ...healthBox(words),
      /** With this box no facial is suggested, and the guest should ask a doctor first. */
      doctor_before_facial: yesOrNo.default(false),
      /** The guest should ask a doctor before every treatment that asks about this box. */
      doctor_first: yesOrNo.default(false),
    }),
    { vi: 'các ô sức khoẻ', en: 'boxes' },
  ),
  disclaimer: localizedText(500).optional(),
})

export const files = {
  services: servicesFolder(words, {
    ...onePrice,
    /** 2 for a treatment of two guests side by side, each with a therapist. */
    guests: integerBetween(1, 2).default(1),
    /** A facial is not suggested with a skin condition under treatment or a wound. */
    facial: yesOrNo.default(false),
  }),
  tags: tagsFile(words, {
    about: choice(['skin', 'body'], {
      da: 'skin',
      'làn da': 'skin',
      'cơ thể': 'body',
      người: 'body',
    }),
  }),
  people: peopleFile(words, {
    gender: choice(['female', 'male'], { nữ: 'female', nam: 'male', f: 'female', m: 'male' }),
  }),
  places: placesFile(
    words,
    { kinds: listOf(keyFrom('rooms.yaml')).optional(), guests: integerBetween(1, 2).default(1) },
    { turn_minutes: turnMinutes.default(0) },
  ),
  memberships: yamlFileOr('memberships.yaml', membershipsFile, {}),
  giftCards: yamlFileOr('gift-cards.yaml', giftCardsFile, {}),
  health: yamlFileOr('health.yaml', healthFile, {}),
  policy: policyFile,
}

export type SpaFiles = CompletedFiles<Values<typeof files>>
export type ListedTreatment = SpaFiles['services'][number]['services'][number]
export type Treatment = Service<ListedTreatment>
export type Therapist = SpaFiles['people'][number]
export type HealthBox = SpaFiles['health']['boxes'][number]
