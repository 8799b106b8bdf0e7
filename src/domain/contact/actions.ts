/**
 * The rows of the tables of actions for the contact with guests; each table adds the states in which they are
 * possible.
 */
import { type ContactAction, recordedOnly } from '../../kernel/lifecycle.ts'
import type { LocalizedText } from '../../kernel/locale.ts'

type Labels = { title: LocalizedText; label: LocalizedText }

const labels: Record<ContactAction, Labels> = {
  guest_called: {
    title: { vi: 'Đã gọi báo khách', en: 'Guest called' },
    label: { vi: 'gọi báo khách', en: 'called the guest' },
  },
  guest_messaged: {
    title: { vi: 'Đã nhắn cho khách', en: 'Guest messaged' },
    label: { vi: 'nhắn tin cho khách', en: 'messaged the guest' },
  },
  guest_not_reached: {
    title: { vi: 'Chưa gặp được khách', en: 'Guest not reached' },
    label: { vi: 'liên hệ nhưng chưa gặp khách', en: 'tried to reach the guest' },
  },
  contact_undone: {
    title: { vi: 'Bỏ dấu đã báo khách', en: 'Contact mark undone' },
    label: { vi: 'bỏ dấu liên hệ với khách', en: 'took back the mark about the contact' },
  },
}

/** They change nothing, so an undo passes over them. */
const recordOfStaff = {
  by: 'staff',
  to: 'unchanged',
  undo: 'skip',
  notifies: recordedOnly,
  desk: null,
} as const

export function contactRows<Possible extends object>(possible: Possible) {
  const row = (name: ContactAction) => ({ ...labels[name], ...recordOfStaff, ...possible })
  return {
    guest_called: row('guest_called'),
    guest_messaged: row('guest_messaged'),
    guest_not_reached: row('guest_not_reached'),
    contact_undone: row('contact_undone'),
  }
}
