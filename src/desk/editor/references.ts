/** The entries that a field may name, from the files in which they are, as the draft has them. */
import { textIn } from '../../content/edit/read-fields.ts'
import { isContainer } from '../../content/edit/render-yaml.ts'
import { toSlug } from '../../content/proposals/closest-word.ts'
import type { Shop } from '../../domain/trade/trade.ts'
import type { Languages, Locale } from '../../kernel/locale.ts'
import type { Part } from './parts.ts'

export type ReferenceOption = { id: string; label: string }

/** `values` are the contents of the file, or of all files of the folder. */
function listOptions(
  values: readonly unknown[],
  listNames: readonly string[],
  locale: Locale,
  languages: Languages,
): ReferenceOption[] {
  return values.flatMap((value) =>
    listNames.flatMap((name) => {
      const list = isContainer(value)
        ? (value as Readonly<Record<string, unknown>>)[name]
        : undefined
      return Array.isArray(list) ? list.flatMap((entry) => toOption(entry, locale, languages)) : []
    }),
  )
}

function toOption(entry: unknown, locale: Locale, languages: Languages): ReferenceOption[] {
  if (typeof entry === 'string') return [{ id: entry, label: entry }]
  if (!isContainer(entry)) return []
  const { id, name } = entry as { id?: unknown; name?: unknown }
  const label =
    textIn(name, locale, languages) ||
    textIn(name, 'vi', languages) ||
    textIn(name, languages[0], languages)
  const known = typeof id === 'string' ? id : label === '' ? undefined : toSlug(label)
  return known === undefined ? [] : [{ id: known, label: label === '' ? known : label }]
}

/**
 * The list that an id comes from, by the name of the field: `type` of a table is one of the types in the same file.
 * A file has at most one other list with ids.
 */
function referencedLists(file: string, field: string): readonly string[] {
  const lists: Readonly<Record<string, readonly string[]>> = {
    menu: ['dishes'],
    treatments: ['treatments'],
    services: ['services'],
    'tables.yaml': field === 'tables' ? ['tables'] : ['types'],
    'kitchen.yaml': field === 'diet' ? ['diets'] : ['allergens'],
    'rooms.yaml': ['kinds'],
    'seats.yaml': ['kinds'],
    'faqs.yaml': ['topics'],
    'health.yaml': ['boxes'],
    'business.yaml': ['vat'],
  }
  return lists[file] ?? [file.replace(/\.yaml$/, '')]
}

type Reader = {
  parts: readonly Part[]
  filesOf(part: Part, memberId: string): Promise<string[]>
  reader(memberId: string): Promise<(file: string) => unknown>
}

/** Reads all files that a form may refer to, so that drawing it needs no further reads. */
export async function loadOptions(
  editor: Reader,
  memberId: string,
  { locale, shop }: { locale: Locale; shop: Shop },
): Promise<(file: string, field: string) => readonly ReferenceOption[]> {
  const read = await editor.reader(memberId)
  const values = new Map<string, unknown[]>()
  for (const part of editor.parts) {
    const key = part.folder ?? part.file ?? ''
    if (values.has(key)) continue
    values.set(key, (await editor.filesOf(part, memberId)).map(read))
  }
  const { languages } = shop
  return (file, field) => {
    const found = listOptions(
      values.get(file) ?? [],
      referencedLists(file, field),
      locale,
      languages,
    )
    const known = new Set(found.map(({ id }) => id))
    const builtIn = file === 'kitchen.yaml' ? kitchenOptions(shop, field, locale) : []
    return [...builtIn.filter(({ id }) => !known.has(id)), ...found]
  }
}

/** Allergens and diets that every kitchen has without writing them down. */
function kitchenOptions(
  { booking, offerFilters }: Shop,
  field: string,
  locale: Locale,
): ReferenceOption[] {
  if (field === 'allergens') {
    const options = booking.questions.find(({ name }) => name === 'allergens')?.options ?? []
    return options.map(({ id, name }) => ({ id, label: name[locale] }))
  }
  const { diet } = offerFilters
  const names = new Map(
    (diet?.phrases ?? []).toReversed().map(({ text, value }) => [String(value), text]),
  )
  return [...names].map(([id, label]) => ({ id, label }))
}
