/** The team page; none if the shop introduces no one. */
import type { ActionLink, Page, PersonCard } from '../../content/document.ts'
import type { Business } from '../../content/shop.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { shortWeekdayNames, weekdayNames } from '../../kernel/weekday.ts'
import { type FindPicture, withPicture } from './pictures.ts'

type Person = {
  id: string
  name: string
  role?: LocalizedText | undefined
  bio?: LocalizedText | undefined
  weekdays: readonly number[]
}

/** What a trade adds to a person who can be booked. */
type PersonParts = Pick<PersonCard, 'action' | 'work'>

export function teamPages(
  business: Business,
  people: readonly Person[],
  find: FindPicture,
  partsOf: (person: Person, locale: Locale) => PersonParts = () => ({}),
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
      blocks: [
        {
          kind: 'people',
          people: people.map((person) => ({
            ...personCard(person, find, locale),
            ...partsOf(person, locale),
          })),
        },
      ],
    }),
  }
  return [page]
}

function personCard(
  { id, name, role, bio, weekdays }: Person,
  find: FindPicture,
  locale: Locale,
): PersonCard {
  const picture = find(id)
  return {
    id,
    name,
    ...(role && { role: role[locale] }),
    ...(bio && { text: bio[locale] }),
    ...(picture !== undefined && { picture }),
    initials: initialsOf(name),
    week: shortWeekdayNames[locale].map((short, index) => ({
      short,
      isWorking: weekdays.includes(index + 1),
    })),
    days: weekdayNames(weekdays)[locale],
  }
}

/** Of the last two words, which are the personal name: "Hồng Nhung" → "HN", "Cô Mai" → "CM". */
function initialsOf(name: string): string {
  return name
    .trim()
    .split(/\s+/)
    .slice(-2)
    .map((word) => (word[0] ?? '').toLocaleUpperCase('vi'))
    .join('')
}

/** "Book with Thanh Mai" */
export function bookWith(name: string, href: string, locale: Locale): ActionLink {
  return { text: { vi: `Đặt với ${name}`, en: `Book with ${name}` }[locale], href }
}
