/** The files a spa keeps beside the shared ones. */
import { z } from 'zod'
import { many, one, type Values } from '../../content/folder.ts'
import {
  clockTime,
  dong,
  entry,
  key,
  line,
  listOf,
  quarterHours,
  slug,
  span,
  vatKind,
  weekdays,
  whole,
  words,
} from '../../content/vocabulary.ts'

const category = entry({ id: slug, name: words(60) })

const treatment = entry({
  id: slug,
  name: words(80),
  description: words(240),
  story: words(900),
  /** Minutes in the room, from door to door. */
  minutes: quarterHours,
  price: dong,
  vat: vatKind,
  /** How skin or body feels when this treatment fits: from feelings.yaml. */
  feelings: z.array(slug, 'a list of feelings from feelings.yaml, [] for none'),
  includes: listOf(words(160)),
  room: key,
  /** 2 for a treatment that two guests take side by side, each with a therapist. */
  guests: whole(1, 2),
  /** Touches the face: not suggested with a skin condition under treatment or a wound. */
  facial: z.boolean('true or false'),
  /** Health boxes with which the front desk is asked to talk to the guest first. */
  ask_first: z.array(key, 'a list of boxes from health.yaml, [] for none'),
})

const treatmentsFile = entry({
  category,
  kind: z.enum(['treatment', 'package'], 'treatment or package'),
  treatments: listOf(treatment),
})

const feelingsFile = entry({
  feelings: listOf(
    entry({ id: slug, about: z.enum(['skin', 'body'], 'skin or body'), name: words(60) }),
  ),
})

const therapistsFile = entry({
  therapists: listOf(
    entry({
      id: slug,
      name: line('the name as guests hear it', 60),
      gender: z.enum(['female', 'male'], 'female or male'),
      role: words(80),
      bio: words(500),
      weekdays,
      hours: span,
      treatments: listOf(slug),
    }),
  ),
})

const roomsFile = entry({
  kinds: listOf(entry({ id: key, name: words(60) })),
  rooms: listOf(entry({ id: slug, name: words(60), kinds: listOf(key), guests: whole(1, 2) })),
  turn_minutes: z.int('0, 15 or 30').min(0).max(60).multipleOf(15, '0, 15 or 30'),
})

const membershipsFile = entry({
  category,
  memberships: listOf(
    entry({
      id: slug,
      name: words(80),
      description: words(240),
      story: words(900),
      visits: whole(2, 50),
      discount_percent: whole(0, 50),
      valid_months: whole(1, 36),
      /** The treatment the listed price is counted from; the guest may name another. */
      treatment: slug,
    }),
  ),
  terms: listOf(words(300)),
})

const giftCardsFile = entry({
  category,
  cards: listOf(
    entry({ id: slug, name: words(80), description: words(240), story: words(900), amount: dong }),
  ),
  valid_months: whole(1, 36),
  /** A card may name a treatment instead of an amount. */
  may_name_treatment: z.boolean('true or false'),
  delivery: listOf(entry({ id: key, name: words(60), how: words(300) })),
  company_orders: words(400),
})

const healthFile = entry({
  boxes: listOf(
    entry({
      id: key,
      name: words(80),
      advice: words(300),
      /** With this box no facial is suggested, and a doctor is asked first. */
      doctor_before_facial: z.boolean('true or false'),
    }),
    5,
  ),
  disclaimer: words(500),
})

const policyFile = entry({
  first_start: clockTime,
  last_start: clockTime,
  start_every_minutes: quarterHours,
  horizon_days: whole(1, 365),
  notice_minutes: whole(0, 20160),
  free_change_hours: whole(0, 336),
  hold_minutes: whole(5, 120),
  included: listOf(words(200)),
  not_included: listOf(words(200)),
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
