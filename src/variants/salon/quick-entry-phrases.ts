/** Quick-entry phrases of a salon: services and stylists. */
import type { AliasedItem } from '../../domain/quick-entry/aliases.ts'
import type { Phrase } from '../../domain/scheduling/rules.ts'
import { peoplePhrases, servicePhrases } from '../appointments/quick-entry-phrases.ts'
import type { SalonFiles } from './files.ts'
import { allServices } from './services.ts'

export function quickEntryPhrases(files: SalonFiles): Phrase[] {
  const { stylists } = files.stylists
  return [
    ...servicePhrases(namedServices(files)),
    ...peoplePhrases(stylists, 'stylist_id', ['thợ', 'stylist']),
  ]
}

/** "Nhuộm một màu, tóc dài" may also be typed as "nhuộm một màu dài". */
function namedServices(files: SalonFiles): AliasedItem[] {
  return allServices(files).map(({ id, name, length, listed }) => {
    const short = [listed.name.vi, ...listed.said]
    return {
      id,
      names: [name.vi, name.en],
      aliases: [
        ...(length
          ? short.flatMap((one) => [length.name.vi, ...length.said].map((how) => `${one} ${how}`))
          : listed.said),
        id.replaceAll('-', ' '),
      ],
    }
  })
}
