/** The team page. */
import { type Block, heading, type Page, paragraph } from '../../content/document.ts'
import type { Business } from '../../content/shop.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { type FindPicture, withPicture } from './pictures.ts'

type Person = {
  id: string
  name: string
  role: LocalizedText
  bio: LocalizedText
  days: LocalizedText
}

export function teamPage(
  business: Business,
  people: readonly Person[],
  find: FindPicture,
  more: (person: Person, locale: Locale) => readonly Block[] = () => [],
): Page {
  return {
    path: '/team',
    kind: 'page',
    document: (locale) => ({
      title: { vi: 'Đội ngũ', en: 'The team' }[locale],
      description: {
        vi: `Những người bạn sẽ gặp ở ${business.name}.`,
        en: `The people you will meet at ${business.name}.`,
      }[locale],
      ...withPicture(find('team')),
      blocks: people.flatMap((person) => [
        heading(person.name, person.id),
        paragraph(`${person.role[locale]} · ${person.days[locale]}`),
        paragraph(person.bio[locale]),
        ...more(person, locale),
      ]),
    }),
  }
}
