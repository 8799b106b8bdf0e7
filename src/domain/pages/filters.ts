/** What narrows a list, as plain addresses: one is chosen, or none. */
import type { Block, Query } from '../../content/document.ts'
import type { Locale, Words } from '../../kernel/locale.ts'

export function filterBlock(
  path: string,
  name: string,
  label: Words,
  options: readonly { id: string; name: Words }[],
  query: Query,
  locale: Locale,
): Block {
  const others = new Map([...query].filter(([one]) => one !== name))
  return {
    kind: 'choices',
    label: label[locale],
    choices: [
      { text: all[locale], href: addressOf(path, others), current: !query.has(name) },
      ...options.map((option) => ({
        text: option.name[locale],
        href: addressOf(path, new Map([...others, [name, option.id]])),
        current: query.get(name) === option.id,
      })),
    ],
  }
}

const all: Words = { vi: 'Tất cả', en: 'All' }

function addressOf(path: string, query: Query): string {
  return query.size === 0 ? path : `${path}?${new URLSearchParams([...query])}`
}

/** What of a query is one of the options; anything else is passed over. */
export function chosenOf(
  query: Query,
  options: Readonly<Record<string, readonly { id: string }[]>>,
): Query {
  return new Map(
    [...query].filter(([name, value]) => options[name]?.some(({ id }) => id === value)),
  )
}
