/**
 * In which languages of the shop a text of an entry is missing. They may be missing: another language is shown
 * instead.
 */
import type { Languages, Locale } from '../../kernel/locale.ts'
import type { Field } from './fields.ts'
import { textIn } from './read-fields.ts'
import { isContainer } from './render-yaml.ts'

export function missingLanguages(field: Field, value: unknown, languages: Languages): Locale[] {
  return languages.filter((language) => isMissingIn(field, value, language, languages))
}

function isMissingIn(
  field: Field,
  value: unknown,
  language: Locale,
  languages: Languages,
): boolean {
  if (value === undefined || value === null) return false
  if (field.type === 'text') {
    const isWritten = languages.some((one) => textIn(value, one, languages) !== '')
    return isWritten && textIn(value, language, languages) === ''
  }
  if (field.type === 'list')
    return (
      Array.isArray(value) &&
      value.some((item: unknown) => isMissingIn(field.item, item, language, languages))
    )
  if (field.type !== 'entry' || !isContainer(value)) return false
  const members = value as Readonly<Record<string, unknown>>
  return Object.entries(field.members).some(([name, member]) =>
    isMissingIn(member, members[name], language, languages),
  )
}
