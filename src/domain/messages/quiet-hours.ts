/** A reminder that was delayed, such as by a mail server that was down, does not reach a guest at night. */
import type { Clock } from '../../kernel/time.ts'
import { bookingLifecycle } from '../booking/actions.ts'
import { endOfQuietHours } from '../booking/reminders.ts'
import { reminderAction } from '../contact/contacts.ts'
import type { AdmitMessage } from '../outbox/deliver.ts'

const reminderKind = `${bookingLifecycle.noun}.${reminderAction}`

export function createQuietHours(admit: AdmitMessage, now: Clock): AdmitMessage {
  return async (delivery, message) => {
    const dueAt = endOfQuietHours(now())
    if (message.kind === reminderKind && dueAt > now()) return { reason: 'quiet hours', dueAt }
    return admit(delivery, message)
  }
}
