/** The files a hair salon keeps beside the shared ones. */
import type { z } from 'zod'
import { type Values, yamlFile, yamlFolder } from '../../content/folder.ts'
import {
  choice,
  entry,
  idFrom,
  key,
  listOf,
  localizedText,
  namedEntry,
  offerFields,
  optionalList,
  quarterHours,
  singleLine,
  slug,
  vatKind,
  vndAmount,
  yesOrNo,
} from '../../content/vocabulary.ts'
import { healthBox, policyFile, worker } from '../appointments/files.ts'

const aliasHint = { vi: 'cách nhân viên vẫn gọi', en: 'what staff say' }

const listedService = entry({
  ...offerFields,
  name: localizedText(60),
  /** Minutes in the chair and the price, where both are the same for all hair. */
  minutes: quarterHours.optional(),
  price: vndAmount.optional(),
  /** The same for each length of hair that is served, where they differ. */
  by_length: listOf(
    entry({ length: idFrom('lengths.yaml'), minutes: quarterHours, price: vndAmount }),
  ).optional(),
  vat: vatKind,
  /** What guests come with when this fits: from needs.yaml. */
  needs: optionalList(idFrom('needs.yaml'), {
    vi: 'nhu cầu lấy từ needs.yaml',
    en: 'needs from needs.yaml',
  }),
  includes: listOf(localizedText(160)),
  /** The kind of seat it is done in, from seats.yaml. */
  seat: idFrom('seats.yaml'),
  /** Colour that touches the scalp: whoever reacted before is tried behind the ear first. */
  patch_test: yesOrNo,
  /** Health boxes with which the salon wants to talk to the guest first. */
  ask_first: optionalList(idFrom('health.yaml'), {
    vi: 'ô sức khỏe lấy từ health.yaml',
    en: 'boxes from health.yaml',
  }),
  /** What staff also call it when they write down a phone booking. */
  said: optionalList(singleLine(aliasHint, 40), { vi: 'tên gọi tắt', en: 'short names' }),
})

const servicesFile = entry({
  category: namedEntry,
  kind: choice(['treatment', 'package']),
  services: listOf(listedService),
})

const lengthsFile = entry({
  lengths: listOf(
    entry({
      id: slug,
      name: localizedText(40),
      /** How to tell, in a few words: "to the chin". */
      reaches: localizedText(80),
      said: listOf(singleLine(aliasHint, 20)),
    }),
  ),
})

const needsFile = entry({ needs: listOf(namedEntry) })

const stylistsFile = entry({
  stylists: listOf(entry({ ...worker, services: listOf(idFrom('services')) })),
})

const seatsFile = entry({
  kinds: listOf(entry({ id: key, name: localizedText(60) })),
  seats: listOf(entry({ id: slug, name: localizedText(60), kind: idFrom('seats.yaml') })),
})

const healthFile = entry({
  boxes: listOf(
    entry({
      ...healthBox,
      /** With this box a patch test comes before any colour that asks for one. */
      patch_test_first: yesOrNo,
    }),
  ),
  patch_test: localizedText(400),
  disclaimer: localizedText(500),
})

export const files = {
  services: yamlFolder('services', servicesFile),
  lengths: yamlFile('lengths.yaml', lengthsFile),
  needs: yamlFile('needs.yaml', needsFile),
  stylists: yamlFile('stylists.yaml', stylistsFile),
  seats: yamlFile('seats.yaml', seatsFile),
  health: yamlFile('health.yaml', healthFile),
  policy: yamlFile('policy.yaml', policyFile),
}

export type SalonFiles = Values<typeof files>
export type ListedService = z.infer<typeof listedService>
export type HairLength = z.infer<typeof lengthsFile>['lengths'][number]
export type Stylist = z.infer<typeof stylistsFile>['stylists'][number]
