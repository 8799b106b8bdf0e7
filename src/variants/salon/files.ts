/** Content files of a hair salon, in addition to the shared ones. */
import { type Values, yamlFileOr } from '../../content/file-kinds.ts'
import {
  entry,
  integerBetween,
  keyFrom,
  listOrNone,
  localizedText,
  yesOrNo,
} from '../../content/vocabulary.ts'
import {
  healthBox,
  peopleFile,
  placesFile,
  policyFile,
  pricesByVariant,
  servicesFolder,
  shortNames,
  tagsFile,
  variantsFile,
} from '../appointments/files.ts'
import type { CompletedFiles } from '../appointments/values.ts'
import type { Words } from '../appointments/words.ts'

export const words = {
  service: { vi: 'dịch vụ', en: 'service' },
  person: { vi: 'thợ', en: 'stylist' },
  place: { vi: 'ghế', en: 'seat' },
  tag: { vi: 'nhu cầu', en: 'need' },
  variant: {
    noun: 'length',
    label: { vi: 'Độ dài tóc', en: 'Hair length' },
    heading: { vi: 'Đo độ dài tóc', en: 'How long is your hair?' },
    others: { vi: 'Độ dài khác', en: 'Other lengths' },
    filterDescription: 'Only for this hair length, and services without lengths.',
  },
} satisfies Words

export const files = {
  services: servicesFolder(words, {
    name: localizedText(60),
    ...pricesByVariant(words),
    /** Color that touches the scalp: guests who reacted before need a patch test first. */
    patch_test: yesOrNo.default(false),
    shortNames,
  }),
  variants: variantsFile(words, 'reaches'),
  tags: tagsFile(words, {}),
  people: peopleFile(words, {}),
  places: placesFile(words, { kind: keyFrom('seats.yaml').optional() }, {}),
  health: yamlFileOr(
    'health.yaml',
    entry({
      boxes: listOrNone(
        entry({
          ...healthBox(words),
          /** This box requires a patch test before a color service with `patch_test`. */
          patch_test_first: yesOrNo.default(false),
        }),
        { vi: 'các ô sức khoẻ', en: 'boxes' },
      ),
      patch_test: localizedText(400).optional(),
      /** The patch test comes at least so many hours before the color. */
      patch_test_hours: integerBetween(1, 168).default(48),
      disclaimer: localizedText(500).optional(),
    }),
    {},
  ),
  policy: policyFile,
}

export type SalonFiles = CompletedFiles<Values<typeof files>>
export type ListedService = SalonFiles['services'][number]['services'][number]
export type HealthBox = SalonFiles['health']['boxes'][number]
