/** Filters of a list as links, with at most one option selected. */
import type { Block, QueryParams } from '../../content/document.ts'
import { pageUrl } from '../../content/page-url.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'

/** None if there is nothing to choose. */
export function filterBlocks(
  path: string,
  name: string,
  label: LocalizedText,
  options: readonly { id: string; name: LocalizedText }[],
  query: QueryParams,
  locale: Locale,
): Block[] {
  if (options.length === 0) return []
  const otherParams = new Map([...query].filter(([one]) => one !== name))
  const block: Block = {
    kind: 'choices',
    label: label[locale],
    choices: [
      {
        text: allLabel[locale],
        href: pageUrl(path, Object.fromEntries(otherParams)),
        current: !query.has(name),
      },
      ...options.map((option) => ({
        text: option.name[locale],
        href: pageUrl(path, { ...Object.fromEntries(otherParams), [name]: option.id }),
        current: query.get(name) === option.id,
      })),
    ],
  }
  return [block]
}

const allLabel: LocalizedText = { vi: 'Tất cả', en: 'All' }

/** The query parameters that are valid options; others are ignored. */
export function selectKnownParams(
  query: QueryParams,
  options: Readonly<Record<string, readonly { id: string }[]>>,
): QueryParams {
  return new Map(
    [...query].filter(([name, value]) => options[name]?.some(({ id }) => id === value)),
  )
}
