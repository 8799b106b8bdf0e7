/** A staff member who joins with an invitation. */
import { goodPassword } from './staff.ts'

export const device = 'Chrome, Android'
export const clientInfo = { client: 'the desk', device }
export const mai = { name: 'Mai', password: goodPassword, locale: 'vi', device } as const

/** The results of the successful attempts. */
export function fulfilledValues<Result>(outcomes: PromiseSettledResult<Result>[]): Result[] {
  return outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
}
