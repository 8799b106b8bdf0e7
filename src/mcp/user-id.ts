/** The id by which a hosted assistant names its user in `_meta` of a call, the same in every call of the user. */
import type { JsonObject } from './definition.ts'

/** The fields that are read, in this order. */
export const userIdFields = ['openai/subject'] as const

const maxUserIdLength = 256

/** Undefined if the call does not name a user. */
export function readUserId(meta: JsonObject): string | undefined {
  const id = userIdFields.map((field) => meta[field]).find((value) => typeof value === 'string')
  return typeof id === 'string' && id !== '' ? id.slice(0, maxUserIdLength) : undefined
}
