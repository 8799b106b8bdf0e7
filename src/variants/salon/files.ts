/** The files a hair salon keeps beside the shared ones. */
import type { z } from 'zod'
import { many, one, type Values } from '../../content/folder.ts'
import {
  anyOf,
  choice,
  dong,
  entry,
  idFrom,
  key,
  line,
  listed,
  listOf,
  named,
  quarterHours,
  slug,
  vatKind,
  words,
  yesOrNo,
} from '../../content/vocabulary.ts'
import { healthBox, policyFile, worker } from '../appointments/files.ts'

const saidHint = { vi: 'cách nhân viên vẫn gọi', en: 'what staff say' }

const listedService = entry({
  ...listed,
  name: words(60),
  /** Minutes in the chair and the price, where both are the same for all hair. */
  minutes: quarterHours.optional(),
  price: dong.optional(),
  /** The same for each length of hair that is served, where they differ. */
  by_length: listOf(
    entry({ length: idFrom('lengths.yaml'), minutes: quarterHours, price: dong }),
  ).optional(),
  vat: vatKind,
  /** What guests come with when this fits: from needs.yaml. */
  needs: anyOf(idFrom('needs.yaml'), {
    vi: 'nhu cầu lấy từ needs.yaml',
    en: 'needs from needs.yaml',
  }),
  includes: listOf(words(160)),
  /** The kind of seat it is done in, from seats.yaml. */
  seat: idFrom('seats.yaml'),
  /** Colour that touches the scalp: whoever reacted before is tried behind the ear first. */
  patch_test: yesOrNo,
  /** Health boxes with which the salon wants to talk to the guest first. */
  ask_first: anyOf(idFrom('health.yaml'), {
    vi: 'ô sức khỏe lấy từ health.yaml',
    en: 'boxes from health.yaml',
  }),
  /** What staff also call it when they write down a phone booking. */
  said: anyOf(line(saidHint, 40), { vi: 'tên gọi tắt', en: 'short names' }),
})

const servicesFile = entry({
  category: named,
  kind: choice(['treatment', 'package']),
  services: listOf(listedService),
})

const lengthsFile = entry({
  lengths: listOf(
    entry({
      id: slug,
      name: words(40),
      /** How to tell, in a few words: "to the chin". */
      reaches: words(80),
      said: listOf(line(saidHint, 20)),
    }),
  ),
})

const needsFile = entry({ needs: listOf(named) })

const stylistsFile = entry({
  stylists: listOf(entry({ ...worker, services: listOf(idFrom('services')) })),
})

const seatsFile = entry({
  kinds: listOf(entry({ id: key, name: words(60) })),
  seats: listOf(entry({ id: slug, name: words(60), kind: idFrom('seats.yaml') })),
})

const healthFile = entry({
  boxes: listOf(
    entry({
      ...healthBox,
      /** With this box a patch test comes before any colour that asks for one. */
      patch_test_first: yesOrNo,
    }),
  ),
  patch_test: words(400),
  disclaimer: words(500),
})

export const files = {
  services: many('services', servicesFile),
  lengths: one('lengths.yaml', lengthsFile),
  needs: one('needs.yaml', needsFile),
  stylists: one('stylists.yaml', stylistsFile),
  seats: one('seats.yaml', seatsFile),
  health: one('health.yaml', healthFile),
  policy: one('policy.yaml', policyFile),
}

export type SalonFiles = Values<typeof files>
export type ListedService = z.infer<typeof listedService>
export type HairLength = z.infer<typeof lengthsFile>['lengths'][number]
export type Stylist = z.infer<typeof stylistsFile>['stylists'][number]
