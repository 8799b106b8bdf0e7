/**
 * The tables with data of guests, declared once. The export for the guest, erasure, retention, the search for
 * mentions, the vacuum, the CSV files and the queries of the desk read this list. `exempt-columns.ts` names all other
 * columns, and `test/personal-data.test.ts` compares both with the schema.
 */
import type { LocalizedText } from '../../kernel/locale.ts'
import { erasedName } from './fields.ts'
import type { PersonalColumn, PersonalTable } from './personal-data.ts'

/** Exported; stays after an erasure. */
const fact: PersonalColumn = { isExported: true }
const json: PersonalColumn = { isExported: true, isJson: true }
const consent = { consent_version: fact, consent_text: fact }

/** Exported and erased. */
const personal = (more: PersonalColumn = {}): PersonalColumn => ({
  erasedTo: null,
  isExported: true,
  ...more,
})
const freeText = (more: PersonalColumn = {}) => personal({ isFreeText: true, ...more })

const internal: PersonalColumn = { exemptBecause: 'internal key' }
const staffMember: PersonalColumn = { exemptBecause: 'names a staff member, not the guest' }

const emailHeading: LocalizedText = { vi: 'Email', en: 'Email' }

/** The client address is a keyed hash. */
const contactColumns = {
  name: personal({
    erasedTo: erasedName,
    isOnDesk: true,
    csvHeading: { vi: 'Tên khách', en: 'Name' },
  }),
  phone: personal({
    erasedTo: '',
    isOnDesk: true,
    csvHeading: { vi: 'Điện thoại', en: 'Phone' },
  }),
  email: personal({ isOnDesk: true, csvHeading: emailHeading }),
  client: personal({ erasedTo: '' }),
}

export const personalTables = {
  bookings: {
    record: 'bookings',
    key: 'id',
    rowKey: 'id',
    erasure: 'columns',
    columns: {
      id: internal,
      code: fact,
      status: fact,
      reason: fact,
      cancelled_by: fact,
      visit: fact,
      offer_id: fact,
      date: fact,
      time: fact,
      starts_at: fact,
      ends_at: fact,
      party_size: fact,
      // Everything but these two is what the guest asked for beyond the offer, in the fields of a trade.
      wish: { ...json, erasedKeys: { except: ['offerId', 'partySize'] } },
      given: json,
      holds_place: { exemptBecause: 'whether the request occupies a place' },
      overrides: { exemptBecause: 'rules of the shop that staff set aside' },
      stay_minutes: { exemptBecause: 'the length of the stay' },
      call_first: { ...fact, erasedTo: 0, sensitive: 'call_first = 1' },
      deposit: fact,
      deposit_state: fact,
      quote: json,
      coming_for: fact,
      source: fact,
      locale: fact,
      version: fact,
      created_at: fact,
      updated_at: fact,
    },
  },
  booking_guests: {
    record: 'bookings',
    key: 'booking_id',
    rowKey: 'booking_id',
    contact: { phone: 'phone', email: 'email' },
    erasure: 'columns',
    erasedWhen: `name = '${erasedName}'`,
    columns: {
      booking_id: internal,
      ...contactColumns,
      folded: { erasedTo: '', exemptBecause: 'copy of the name to search by' },
      note: freeText({ isOnDesk: true, csvHeading: { vi: 'Ghi chú', en: 'Note' } }),
      staff_note: freeText({ isOnDesk: true }),
      desk_note: freeText({ isOnDesk: true, form: 'booking' }),
      ...consent,
      consented_at: fact,
    },
  },
  // By whom bookings were requested, for the limits of open requests.
  request_counts: {
    record: 'bookings',
    key: 'booking_id',
    rowKey: "subject || ' ' || booking_id",
    erasure: 'rows',
    columns: {
      subject: { exemptBecause: 'copy of the contact details and of the hashed client' },
      booking_id: internal,
      at: { exemptBecause: 'copy of the time of the request' },
    },
  },
  // What the guest answered to the questions of the trade.
  booking_answers: {
    record: 'bookings',
    key: 'booking_id',
    rowKey: "booking_id || ' ' || question",
    erasure: 'rows',
    sensitive: 'sensitive = 1',
    list: 'answers',
    entries: { key: 'question', value: 'answer' },
    columns: {
      booking_id: internal,
      question: fact,
      answer: json,
      sensitive: { exemptBecause: 'follows from the question' },
    },
  },
  // The answers that a process of the previous version stores.
  booking_health: {
    record: 'bookings',
    key: 'booking_id',
    rowKey: 'booking_id',
    erasure: 'rows',
    sensitive: '1 = 1',
    columns: {
      booking_id: internal,
      marks: json,
      needs_attention: { exemptBecause: 'follows from the marks' },
    },
  },
  booking_changes: {
    record: 'bookings',
    key: 'booking_id',
    rowKey: 'id',
    erasure: 'columns',
    list: 'changes',
    columns: {
      id: internal,
      booking_id: internal,
      kind: fact,
      date: fact,
      time: fact,
      party_size: fact,
      note: freeText(),
      ...consent,
      source: fact,
      created_at: fact,
      settled_at: fact,
    },
  },
  orders: {
    record: 'orders',
    key: 'id',
    rowKey: 'id',
    erasure: 'columns',
    columns: {
      id: internal,
      code: fact,
      kind: fact,
      status: fact,
      total: fact,
      item: json,
      source: fact,
      locale: fact,
      version: fact,
      created_at: fact,
      updated_at: fact,
    },
  },
  order_guests: {
    record: 'orders',
    key: 'order_id',
    rowKey: 'order_id',
    contact: { phone: 'phone', email: 'email' },
    erasure: 'columns',
    erasedWhen: `name = '${erasedName}'`,
    columns: {
      order_id: internal,
      ...contactColumns,
      recipient: freeText({ isOnDesk: true }),
      message: freeText({ isOnDesk: true }),
      deliver_to: freeText({ isOnDesk: true }),
      consent_version: { ...fact, isOnDesk: true },
      consent_text: { ...fact, isOnDesk: true },
      consented_at: { ...fact, isOnDesk: true },
    },
  },
  // Accounting records: the ledger stays, without the person.
  cards: {
    record: 'cards',
    key: 'id',
    rowKey: 'id',
    erasure: 'columns',
    columns: {
      id: internal,
      number: fact,
      kind: fact,
      unit: fact,
      offer_id: fact,
      order_id: internal,
      price: fact,
      balance: fact,
      valid_until: fact,
      locale: fact,
      version: { exemptBecause: 'counts changes' },
      created_at: fact,
      updated_at: fact,
    },
  },
  card_holders: {
    record: 'cards',
    key: 'card_id',
    rowKey: 'card_id',
    contact: { phone: 'phone', email: 'email' },
    erasure: 'columns',
    erasedWhen: `name = '${erasedName}'`,
    columns: {
      card_id: internal,
      name: personal({ erasedTo: erasedName, isOnDesk: true }),
      phone: personal({ erasedTo: '', isOnDesk: true }),
      email: personal({ isOnDesk: true }),
      recipient: freeText({ isOnDesk: true }),
    },
  },
  card_entries: {
    record: 'cards',
    key: 'card_id',
    rowKey: 'id',
    erasure: 'columns',
    list: 'ledger',
    columns: {
      id: internal,
      card_id: internal,
      kind: fact,
      amount: fact,
      booking_id: internal,
      undoes: internal,
      cause: fact,
      reason: freeText(),
      actor: staffMember,
      request_key: { erasedTo: null, exemptBecause: 'sent by a form of the desk' },
      at: fact,
    },
  },
  card_visits: {
    record: 'cards',
    key: 'card_id',
    rowKey: 'booking_id',
    erasure: 'columns',
    list: 'visits',
    columns: {
      booking_id: internal,
      card_id: internal,
      state: fact,
      entry_id: internal,
      updated_at: fact,
    },
  },
  leads: {
    record: 'leads',
    key: 'id',
    rowKey: 'id',
    contact: { phone: 'phone', email: 'email' },
    erasure: 'rows',
    columns: {
      id: internal,
      ...contactColumns,
      message: freeText(),
      preferred_time: freeText(),
      ...consent,
      source: fact,
      locale: fact,
      created_at: fact,
      handled_at: fact,
      handled_by: staffMember,
    },
  },
  waitlist: {
    record: 'waitlist',
    key: 'id',
    rowKey: 'id',
    contact: { phone: 'phone', email: 'email' },
    erasure: 'columns',
    erasedWhen: `name = '${erasedName}'`,
    columns: {
      id: internal,
      code: fact,
      status: fact,
      quoted_minutes: fact,
      offer_id: fact,
      date: fact,
      starts_from: { exemptBecause: 'the export has the day' },
      starts_until: { exemptBecause: 'the export has the day' },
      party_size: fact,
      wish: { ...json, erasedKeys: { except: ['offerId', 'partySize'] } },
      booking_id: internal,
      name: personal({ erasedTo: erasedName }),
      phone: personal({ erasedTo: '' }),
      email: personal(),
      client: personal({ erasedTo: '' }),
      ...consent,
      consented_at: fact,
      source: fact,
      locale: fact,
      version: fact,
      created_at: fact,
      updated_at: fact,
    },
  },
  // By whom entries of the waitlist were sent, for the limits.
  waitlist_counts: {
    record: 'waitlist',
    key: 'entry_id',
    rowKey: "subject || ' ' || entry_id",
    erasure: 'rows',
    columns: {
      subject: { exemptBecause: 'copy of the contact details and of the hashed client' },
      entry_id: internal,
      at: { exemptBecause: 'copy of the time of the entry' },
    },
  },
  subscribers: {
    record: 'subscribers',
    key: 'id',
    rowKey: 'id',
    contact: { email: 'email' },
    erasure: 'rows',
    columns: {
      id: internal,
      email: personal({ csvHeading: emailHeading }),
      name: personal({ csvHeading: { vi: 'Tên', en: 'Name' } }),
      locale: fact,
      state: fact,
      ...consent,
      created_at: fact,
      updated_at: fact,
    },
  },
  guest_requests: {
    record: 'requests',
    key: 'id',
    rowKey: 'id',
    contact: { either: 'contact' },
    erasure: 'columns',
    erasedWhen: "contact = ''",
    columns: {
      id: internal,
      kind: fact,
      way: fact,
      contact: personal({ erasedTo: '' }),
      name: freeText(),
      note: freeText({ form: 'request' }),
      came_on: fact,
      reply_by: fact,
      due_on: fact,
      replied_at: fact,
      done_at: fact,
      created_at: fact,
      done_by: staffMember,
      source: fact,
      verified_at: fact,
      verified_by: staffMember,
      receipt_id: internal,
      version: { exemptBecause: 'counts changes' },
    },
  },
  // What staff have noted about the guest, and what the last change has replaced.
  guest_profiles: {
    record: 'profiles',
    key: 'id',
    rowKey: 'id',
    contact: { phone: 'phone' },
    erasure: 'rows',
    columns: {
      id: internal,
      phone: personal({ erasedTo: '' }),
      note: freeText({ form: 'profile' }),
      marked_regular_at: fact,
      last_note: freeText(),
      last_marked_regular_at: { exemptBecause: 'an earlier value of the mark' },
      version: { exemptBecause: 'counts changes' },
      created_at: fact,
      updated_at: fact,
    },
  },
  // The history of a record. An action stores the details as they were before it, for an undo.
  audit: {
    record: 'every',
    key: 'subject',
    rowKey: 'id',
    erasure: 'columns',
    list: 'history',
    columns: {
      id: internal,
      at: fact,
      actor: fact,
      action: fact,
      subject: internal,
      // `reason`: why staff have extended a card.
      facts: {
        ...json,
        erasedKeys: { only: ['was_wish', 'reason'] },
        freeTextKey: { key: 'reason', among: "subject IN (SELECT 'card:' || id FROM cards)" },
      },
    },
  },
  // What guests must know; who has informed them is also in the history.
  guest_contacts: {
    record: 'every',
    key: 'subject',
    rowKey: 'id',
    erasure: 'rows',
    columns: {
      id: internal,
      subject: internal,
      action: { exemptBecause: 'copy of an entry of the history' },
      about: { exemptBecause: 'id of an absence or an offered place, or the start of the booking' },
      at: { exemptBecause: 'copy of an entry of the history' },
      until_at: { exemptBecause: 'end of the booking' },
      replaced_by: internal,
      way: { exemptBecause: 'copy of an entry of the history' },
      informed_at: { exemptBecause: 'copy of an entry of the history' },
      informed_by: staffMember,
      tried_at: { exemptBecause: 'copy of an entry of the history' },
      tried_by: staffMember,
    },
  },
  // Stored responses, which `privacy/stored-responses.ts` finds by the codes in them. A key may contain a name.
  answers: {
    rowKey: "scope || ' ' || key",
    erasure: 'rows',
    columns: {
      scope: fact,
      key: { exemptBecause: 'chosen by the client; deleted with its row' },
      digest: { exemptBecause: 'hash of a request; deleted with its row' },
      status: { exemptBecause: 'status of the response' },
      location: { exemptBecause: 'contains the code that the body contains' },
      locale: { exemptBecause: 'language of the response' },
      body: json,
      created_at: fact,
    },
  },
  mails: {
    rowKey: 'address',
    erasure: 'rows',
    columns: {
      address: { exemptBecause: 'keyed hash; deleted with its row' },
      at: { exemptBecause: 'time of the last email; deleted with its row' },
    },
  },
  // `privacy/export.ts` exports the time with the address.
  confirmed_addresses: {
    rowKey: 'address',
    erasure: 'rows',
    columns: {
      address: { exemptBecause: 'keyed hash; deleted with its row' },
      confirmed_at: fact,
    },
  },
  first_emails: {
    rowKey: 'delivery_id',
    erasure: 'columns',
    columns: {
      delivery_id: internal,
      mailbox: { erasedTo: '', exemptBecause: 'keyed hash' },
      at: { exemptBecause: 'counts toward the budget of the shop' },
      deferred_at: { exemptBecause: 'waits for the budget of the shop' },
    },
  },
  // Notes of staff, which may mention a guest.
  blocks: {
    rowKey: 'id',
    erasure: 'columns',
    columns: {
      id: internal,
      resource: { exemptBecause: 'place or person of the shop' },
      starts_at: { exemptBecause: 'time of the block' },
      ends_at: { exemptBecause: 'time of the block' },
      reason: { isFreeText: true },
      created_at: { exemptBecause: 'time of the block' },
    },
  },
  absences: {
    rowKey: 'id',
    erasure: 'columns',
    columns: {
      id: internal,
      resource: { exemptBecause: 'place or person of the shop' },
      starts_at: { exemptBecause: 'time of the absence' },
      ends_at: { exemptBecause: 'time of the absence' },
      reason: { isFreeText: true },
      created_at: { exemptBecause: 'time of the absence' },
      removed_at: { exemptBecause: 'time of the absence' },
    },
  },
  online_pauses: {
    rowKey: 'id',
    erasure: 'columns',
    columns: {
      id: internal,
      from_at: { exemptBecause: 'start of the pause' },
      until_at: { exemptBecause: 'end of the pause' },
      message_vi: { isFreeText: true },
      message_en: { isFreeText: true },
      created_at: { exemptBecause: 'time of the pause' },
    },
  },
  // What a service reports about the account of the shop. The text may name the sender; it is deleted with its purpose.
  bank_transfers: {
    rowKey: 'id',
    erasure: 'columns',
    columns: {
      id: internal,
      amount: { exemptBecause: 'a fact of the account of the shop' },
      transferred_at: { exemptBecause: 'a fact of the account of the shop' },
      reference: { exemptBecause: 'code of a booking or an order' },
      text: { isFreeText: true },
      state: { exemptBecause: 'state of the transfer' },
      problem: { exemptBecause: 'why staff decide' },
      item: { exemptBecause: 'id of a booking or an order' },
      marked: { exemptBecause: 'state of the transfer' },
      reason: { isFreeText: true },
      settled_by: staffMember,
      settled_at: { exemptBecause: 'time of the decision' },
      version: { exemptBecause: 'counts changes' },
      received_at: { exemptBecause: 'a fact of the account of the shop' },
    },
  },
  closed_days: {
    rowKey: 'date',
    erasure: 'columns',
    columns: {
      date: internal,
      reason_vi: { isFreeText: true },
      reason_en: { isFreeText: true },
      created_at: { exemptBecause: 'time of the entry' },
    },
  },
} as const satisfies Record<string, PersonalTable>

export type PersonalTableName = keyof typeof personalTables

export const personalTableEntries: readonly (readonly [name: string, table: PersonalTable])[] =
  Object.entries(personalTables)

/** Names and declarations of the columns of a table that have a property. */
export function columnsWith(
  table: PersonalTable,
  property: keyof PersonalColumn,
): (readonly [name: string, column: PersonalColumn])[] {
  return Object.entries(table.columns).filter(([, column]) => column[property] !== undefined)
}

/** The columns that the desk shows, for a SELECT. */
export function deskColumns(name: PersonalTableName): string {
  return columnsWith(personalTables[name], 'isOnDesk')
    .map(([column]) => `${name}.${column} AS ${column}`)
    .join(', ')
}

export type CsvColumn = { name: string; heading: LocalizedText }

export function csvColumns(name: PersonalTableName): CsvColumn[] {
  return Object.entries<PersonalColumn>(personalTables[name].columns).flatMap(
    ([column, { csvHeading }]) => (csvHeading ? [{ name: column, heading: csvHeading }] : []),
  )
}
