/**
 * Formats and limits of fields that code checks or that only responses have, as metadata of their schemas. Only
 * /openapi.json contains them: the definition of a tool says the same in words, where every token counts.
 */

function format(keywords: Readonly<Record<string, unknown>>) {
  return { override: keywords }
}

export const dateFormat = format({ format: 'date' })

export const monthFormat = format({ pattern: '^[0-9]{4}-(0[1-9]|1[0-2])$' })

export const timeFormat = format({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' })

/** With its UTC offset. */
export const instantFormat = format({ format: 'date-time' })

/** Of an offer, a person, a category. */
export const idFormat = format({ pattern: '^[a-z0-9]+(-[a-z0-9]+)*$', maxLength: 60 })

/** Of a booking or an order, as responses contain it. */
export const codeFormat = format({ pattern: '^[0-9A-Z]+-[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{2}$' })

/** Of a card, as responses contain it. */
export const cardFormat = format({ pattern: '^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$' })

/** The version of the content. */
export const versionFormat = format({ pattern: '^[0-9a-f]{12}$' })

export const digitsFormat = format({ pattern: '^[0-9]+$' })

export const uriFormat = format({ format: 'uri' })

export function lengthFormat(minLength: number, maxLength: number) {
  return format({ ...(minLength > 0 && { minLength }), maxLength })
}

export function constFormat(value: string) {
  return format({ const: value })
}
