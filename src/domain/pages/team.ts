/** The team page; none if the shop introduces no one. */
import { type Block, heading, type Page, paragraph } from '../../content/document.ts'
import type { Business } from '../../content/shop.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { type FindPicture, withPicture } from './pictures.ts'

type Person = {
  id: string
  name: string
  role?: LocalizedText | undefined
  bio?: LocalizedText | undefined
  days: LocalizedText
}

export function teamPages(
  business: Business,
  people: readonly Person[],
  find: FindPicture,
  more: (person: Person, locale: Locale) => readonly Block[] = () => [],
): Page[] {
  if (people.length === 0) return []
  const page: Page = {
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
        ...portrait(person, find),
        paragraph(...(person.role ? [person.role[locale], ' · '] : []), person.days[locale]),
        ...(person.bio ? [paragraph(person.bio[locale])] : []),
        ...more(person, locale),
      ]),
    }),
  }
  return [page]
}

function portrait({ id, name }: Person, find: FindPicture): Block[] {
  const picture = find(id)
  return picture === undefined ? [] : [{ kind: 'picture', name: picture, alt: name }]
}
