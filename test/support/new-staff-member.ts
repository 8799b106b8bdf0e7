/** Somebody who comes to the staff room for the first time. */
import { goodPassword } from './staff.ts'

export const device = 'Chrome, Android'
export const clientInfo = { client: 'the desk', device }
export const mai = { name: 'Mai', password: goodPassword, locale: 'vi', device } as const

/** What became of those of many who were let in. */
export function fulfilledValues<Result>(outcomes: PromiseSettledResult<Result>[]): Result[] {
  return outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
}
