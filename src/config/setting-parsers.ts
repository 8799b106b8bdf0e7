/** Parsers of setting values. Each returns `undefined` for a text that is not valid. */

export function parsePort(text: string): number | undefined {
  return /^[0-9]{1,5}$/.test(text) && Number(text) <= 65_535 ? Number(text) : undefined
}

export function parseCount(text: string, max: number): number | undefined {
  return /^[0-9]{1,7}$/.test(text) && Number(text) <= max ? Number(text) : undefined
}

export function parseHost(text: string): string | undefined {
  return /^[A-Za-z0-9.:_-]+$/.test(text) ? text : undefined
}

export function parseChoice<Choice extends string>(
  text: string,
  choices: readonly Choice[],
): Choice | undefined {
  return choices.find((choice) => choice === text)
}

/** A token that a header can contain. */
export function parseToken(text: string): string | undefined {
  return /^[\x21-\x7e]{16,200}$/.test(text) ? text : undefined
}

export const minSecretLength = 32

export function parseSecret(text: string): string | undefined {
  return text.length >= minSecretLength ? text : undefined
}
