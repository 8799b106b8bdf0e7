/** Content files of a spa, in addition to the shared ones. */
import type { z } from 'zod'
import { type Values, yamlFile, yamlFolder } from '../../content/folder.ts'
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
  optionalList,
  quarterHours,
  slug,
  turnMinutes,
  vatKind,
  vndAmount,
  yesOrNo,
} from '../../content/vocabulary.ts'
import { healthBox, policyFile, worker } from '../appointments/files.ts'

const treatment = entry({
  ...offerFields,
  /** Minutes in the room. */
  minutes: quarterHours,
  price: vndAmount,
  vat: vatKind,
  /** Feelings of skin or body that the treatment suits, from feelings.yaml. */
  feelings: optionalList(idFrom('feelings.yaml'), {
    vi: 'cảm giác lấy từ feelings.yaml',
    en: 'feelings from feelings.yaml',
  }),
  includes: listOf(localizedText(160)),
  room: idFrom('rooms.yaml'),
  /** 2 for a treatment of two guests side by side, each with a therapist. */
  guests: integerBetween(1, 2),
  /** A facial is not suggested with a skin condition under treatment or a wound. */
  facial: yesOrNo,
  /** Health boxes that require a talk with the guest first. */
  ask_first: optionalList(idFrom('health.yaml'), {
    vi: 'ô sức khoẻ lấy từ health.yaml',
    en: 'boxes from health.yaml',
  }),
})

const treatmentsFile = entry({
  category: namedEntry,
  kind: choice(['treatment', 'package']),
  treatments: listOf(treatment),
})

const feelingsFile = entry({
  feelings: listOf(entry({ id: slug, about: choice(['skin', 'body']), name: localizedText(60) })),
})

const therapistsFile = entry({
  therapists: listOf(
    entry({
      ...worker,
      gender: choice(['female', 'male']),
      treatments: listOf(idFrom('treatments')),
    }),
  ),
})

const roomsFile = entry({
  kinds: listOf(entry({ id: key, name: localizedText(60) })),
  rooms: listOf(
    entry({
      id: slug,
      name: localizedText(60),
      kinds: listOf(idFrom('rooms.yaml')),
      guests: integerBetween(1, 2),
    }),
  ),
  turn_minutes: turnMinutes,
})

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
  treatments: yamlFolder('treatments', treatmentsFile),
  feelings: yamlFile('feelings.yaml', feelingsFile),
  therapists: yamlFile('therapists.yaml', therapistsFile),
  rooms: yamlFile('rooms.yaml', roomsFile),
  memberships: yamlFile('memberships.yaml', membershipsFile),
  giftCards: yamlFile('gift-cards.yaml', giftCardsFile),
  health: yamlFile('health.yaml', healthFile),
  policy: yamlFile('policy.yaml', policyFile),
}

export type SpaFiles = Values<typeof files>
export type Treatment = z.infer<typeof treatment>
