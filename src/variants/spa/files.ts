/** Content files of a spa, in addition to the shared ones. */
import { type Values, yamlFile } from '../../content/folder.ts'
import {
  choice,
  entry,
  idFrom,
  integerBetween,
  key,
  listOf,
  localizedText,
  namedEntry,
  offerFields,
  turnMinutes,
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
import type { Service } from '../appointments/values.ts'
import type { Words } from '../appointments/words.ts'

export const words: Words = {
  service: { vi: 'liệu trình', en: 'treatment' },
  person: { vi: 'kỹ thuật viên', en: 'therapist' },
  place: { vi: 'phòng', en: 'room' },
  tag: { vi: 'cảm giác', en: 'feeling' },
}

const membershipsFile = entry({
  category: namedEntry,
  memberships: listOf(
    entry({
      ...offerFields,
      visits: integerBetween(2, 50),
      discount_percent: integerBetween(0, 50),
      valid_months: integerBetween(1, 36),
      /** The treatment that the listed price is based on; the guest may choose another. */
      treatment: idFrom('treatments'),
    }),
  ),
  terms: listOf(localizedText(300)),
})

const giftCardsFile = entry({
  category: namedEntry,
  cards: listOf(entry({ ...offerFields, amount: vndAmount })),
  valid_months: integerBetween(1, 36),
  /** A card may name a treatment instead of an amount. */
  may_name_treatment: yesOrNo,
  delivery: listOf(entry({ id: key, name: localizedText(60), how: localizedText(300) })),
  company_orders: localizedText(400),
})

const healthFile = entry({
  boxes: listOf(
    entry({
      ...healthBox,
      /** With this box no facial is suggested, and the guest should ask a doctor first. */
      doctor_before_facial: yesOrNo,
    }),
    5,
  ),
  disclaimer: localizedText(500),
})

export const files = {
  services: servicesFolder(words, {
    ...onePrice,
    /** 2 for a treatment of two guests side by side, each with a therapist. */
    guests: integerBetween(1, 2),
    /** A facial is not suggested with a skin condition under treatment or a wound. */
    facial: yesOrNo,
  }),
  tags: tagsFile(words, { about: choice(['skin', 'body']) }),
  people: peopleFile(words, { gender: choice(['female', 'male']) }),
  places: placesFile(
    words,
    { kinds: listOf(idFrom('rooms.yaml')), guests: integerBetween(1, 2) },
    { turn_minutes: turnMinutes },
  ),
  memberships: yamlFile('memberships.yaml', membershipsFile),
  giftCards: yamlFile('gift-cards.yaml', giftCardsFile),
  health: yamlFile('health.yaml', healthFile),
  policy: policyFile,
}

export type SpaFiles = Values<typeof files>
export type ListedTreatment = SpaFiles['services'][number]['services'][number]
export type Treatment = Service<ListedTreatment>
export type Therapist = SpaFiles['people'][number]
export type HealthBox = SpaFiles['health']['boxes'][number]
