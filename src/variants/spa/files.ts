/** The files a spa keeps beside the shared ones. */
import type { z } from 'zod'
import { many, one, type Values } from '../../content/folder.ts'
import {
  anyOf,
  choice,
  dong,
  entry,
  idFrom,
  key,
  listed,
  listOf,
  named,
  quarterHours,
  slug,
  turnMinutes,
  vatKind,
  whole,
  words,
  yesOrNo,
} from '../../content/vocabulary.ts'
import { healthBox, policyFile, worker } from '../appointments/files.ts'

const treatment = entry({
  ...listed,
  /** Minutes in the room, from door to door. */
  minutes: quarterHours,
  price: dong,
  vat: vatKind,
  /** How skin or body feels when this treatment fits: from feelings.yaml. */
  feelings: anyOf(idFrom('feelings.yaml'), {
    vi: 'cảm giác lấy từ feelings.yaml',
    en: 'feelings from feelings.yaml',
  }),
  includes: listOf(words(160)),
  room: idFrom('rooms.yaml'),
  /** 2 for a treatment that two guests take side by side, each with a therapist. */
  guests: whole(1, 2),
  /** Touches the face: not suggested with a skin condition under treatment or a wound. */
  facial: yesOrNo,
  /** Health boxes with which the front desk is asked to talk to the guest first. */
  ask_first: anyOf(idFrom('health.yaml'), {
    vi: 'ô sức khỏe lấy từ health.yaml',
    en: 'boxes from health.yaml',
  }),
})

const treatmentsFile = entry({
  category: named,
  kind: choice(['treatment', 'package']),
  treatments: listOf(treatment),
})

const feelingsFile = entry({
  feelings: listOf(entry({ id: slug, about: choice(['skin', 'body']), name: words(60) })),
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
  kinds: listOf(entry({ id: key, name: words(60) })),
  rooms: listOf(
    entry({ id: slug, name: words(60), kinds: listOf(idFrom('rooms.yaml')), guests: whole(1, 2) }),
  ),
  turn_minutes: turnMinutes,
})

const membershipsFile = entry({
  category: named,
  memberships: listOf(
    entry({
      ...listed,
      visits: whole(2, 50),
      discount_percent: whole(0, 50),
      valid_months: whole(1, 36),
      /** The treatment the listed price is counted from; the guest may name another. */
      treatment: idFrom('treatments'),
    }),
  ),
  terms: listOf(words(300)),
})

const giftCardsFile = entry({
  category: named,
  cards: listOf(entry({ ...listed, amount: dong })),
  valid_months: whole(1, 36),
  /** A card may name a treatment instead of an amount. */
  may_name_treatment: yesOrNo,
  delivery: listOf(entry({ id: key, name: words(60), how: words(300) })),
  company_orders: words(400),
})

const healthFile = entry({
  boxes: listOf(
    entry({
      ...healthBox,
      /** With this box no facial is suggested, and a doctor is asked first. */
      doctor_before_facial: yesOrNo,
    }),
    5,
  ),
  disclaimer: words(500),
})

export const files = {
  treatments: many('treatments', treatmentsFile),
  feelings: one('feelings.yaml', feelingsFile),
  therapists: one('therapists.yaml', therapistsFile),
  rooms: one('rooms.yaml', roomsFile),
  memberships: one('memberships.yaml', membershipsFile),
  giftCards: one('gift-cards.yaml', giftCardsFile),
  health: one('health.yaml', healthFile),
  policy: one('policy.yaml', policyFile),
}

export type SpaFiles = Values<typeof files>
export type Treatment = z.infer<typeof treatment>
