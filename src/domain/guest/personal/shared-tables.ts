/** Data of guests that belongs to records of every kind, or that staff and services have typed. */
import type { PersonalTable } from '../personal-data.ts'
import { fact, internal, json, staffMember } from './columns.ts'

export const sharedTables = {
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
