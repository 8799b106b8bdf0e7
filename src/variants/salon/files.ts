/** Content files of a hair salon, in addition to the shared ones. */
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
  /** Minutes in the chair and price, if both are the same for all hair lengths. */
  minutes: quarterHours.optional(),
  price: vndAmount.optional(),
  /** Minutes and price for each hair length, if they differ. */
  by_length: listOf(
    entry({ length: idFrom('lengths.yaml'), minutes: quarterHours, price: vndAmount }),
  ).optional(),
  vat: vatKind,
  /** Needs that the service meets, from needs.yaml. */
  needs: optionalList(idFrom('needs.yaml'), {
    vi: 'nhu cầu lấy từ needs.yaml',
    en: 'needs from needs.yaml',
  }),
  includes: listOf(localizedText(160)),
  /** Kind of seat that it needs, from seats.yaml. */
  seat: idFrom('seats.yaml'),
  /** Color that touches the scalp: guests who reacted before need a patch test first. */
  patch_test: yesOrNo,
  /** Health boxes that require a talk with the guest first. */
  ask_first: optionalList(idFrom('health.yaml'), {
    vi: 'ô sức khoẻ lấy từ health.yaml',
    en: 'boxes from health.yaml',
  }),
  /** Other names that staff use in quick entry. */
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
      /** A short description: "to the chin". */
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
      /** This box requires a patch test before a color service with `patch_test`. */
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
