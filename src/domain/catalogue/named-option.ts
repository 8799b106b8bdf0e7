/** Input field for a category or tag: its id, or its name in either language, with or without diacritics. */
import { z } from 'zod'
import { argumentReaders } from '../../kernel/argument-reader.ts'
import { foldDiacritics } from '../../kernel/fold-diacritics.ts'
import { customIssue, oneOf } from '../../kernel/input.ts'
import { readName } from '../../kernel/name-reader.ts'
import type { Named } from './offer.ts'

/** Parses to the id. The error message lists the known options. */
export function namedOption(known: readonly Named[]) {
  const ids = new Map(
    known.flatMap(({ id, name }) =>
      [id, name.vi, name.en].map((text) => [foldDiacritics(text), id]),
    ),
  )
  const list = oneOf(known.map(({ id, name }) => `${id} (${name.vi})`))
  return z
    .string()
    .max(100)
    .transform((text, context) => {
      const id = ids.get(foldDiacritics(text))
      if (id === undefined) context.addIssue(customIssue('not_one_of', list))
      return id ?? z.NEVER
    })
    .register(argumentReaders, { read: readName(known) })
}
