/** The path of the reminders, and whether the shop has them. */
import type { DeskContext } from './context.ts'

export const remindersPath = '/reminders'

export function hasReminders({ shop }: DeskContext): boolean {
  return !shop.business.reminders.off
}
