/** One row for each table that does not belong to bookings. */
import { dayAhead } from '../support/scratch.ts'
import type { DatabaseRow } from './raw-database.ts'

/** Characters that are easily damaged by wrong escaping. */
export const trickyText = 'Bàn cạnh cửa sổ? "Yên tĩnh", không \'ồn\'; -- nhé\n🙂 \\ %'

/** Rows that refer to a booking refer to the second booking of the version. */
export function singleRows({
  version,
  date,
  startsAtMs,
  now,
}: {
  version: number
  date: string
  startsAtMs: number
  now: number
}): Record<string, DatabaseRow[]> {
  const id = `${version}-1`
  const consent = { consent_version: '2026-01-01', consent_text: trickyText }
  return {
    blocks: [
      {
        id,
        resource: 'table:ban-1',
        starts_at: startsAtMs + 86_400_000,
        ends_at: startsAtMs + 90_000_000,
        reason: trickyText,
        created_at: now,
      },
    ],
    absences: [
      {
        id,
        resource: 'table:ban-1',
        starts_at: startsAtMs + 172_800_000,
        ends_at: startsAtMs + 176_400_000,
        reason: trickyText,
        created_at: now,
        removed_at: now,
      },
    ],
    absence_bookings: [
      { absence_id: id, booking_id: '1-1', called_at: now, called_by: `staff:${id}` },
    ],
    extra_places: [
      {
        id: `extra-${id}`,
        name: trickyText,
        kind: 'trong-nha',
        seats: 6,
        first_date: dayAhead(100 + version),
        last_date: dayAhead(100 + version),
        created_at: now,
      },
    ],
    online_pauses: [
      {
        id,
        from_at: startsAtMs + 8_640_000_000,
        until_at: startsAtMs + 8_643_600_000,
        message_vi: trickyText,
        message_en: 'Please call us.',
        created_at: now,
      },
    ],
    day_paces: [
      {
        date: dayAhead(100 + version),
        every_minutes: 30,
        guests: 24,
        bookings: null,
        created_at: now,
      },
    ],
    content_drafts: [
      {
        member_id: id,
        file: 'menu/1-khoi-vi.yaml',
        base_text: null,
        new_text: trickyText,
        changed_at: now,
      },
    ],
    content_publications: [
      {
        id,
        published_at: now,
        actor: `staff:${id}`,
        changes: '[]',
        files: JSON.stringify([{ file: 'faqs.yaml', before: null, after: trickyText }]),
        written_at: now,
      },
    ],
    content_pictures: [{ digest: id, bytes: 'AAEC/w==', created_at: now }],
    bank_transfers: [
      {
        id: `sepay:${version}`,
        ...{ amount: 500_000, transferred_at: now, reference: 'BAN7K3M9Q2X4D', text: trickyText },
        ...{ state: 'open', problem: 'unknown', item: null, marked: 0, reason: null },
        ...{ settled_by: null, settled_at: null, version: 1, received_at: now },
      },
    ],
    guest_contacts: [
      {
        id,
        subject: `booking:${id}`,
        action: 'moved',
        about: null,
        at: now,
        until_at: startsAtMs,
        replaced_by: null,
        way: 'phone',
        informed_at: now,
        informed_by: `staff:${id}`,
        tried_at: now,
        tried_by: `staff:${id}`,
      },
    ],
    place_offers: [
      {
        id,
        owner: `waitlist:${id}`,
        status: 'declined',
        ...{ service_date: date, date, time: '19:00', starts_at: startsAtMs, ends_at: startsAtMs },
        ...{ holds: '[]', given: '{}', expires_at: now, created_at: now, updated_at: now },
      },
    ],
    waitlist: [
      {
        id,
        code: `DSC${String(version).padStart(10, '0')}`,
        status: 'left',
        quoted_minutes: null,
        ...{ offer_id: 'dat-ban', date, starts_from: startsAtMs, starts_until: startsAtMs },
        ...{ party_size: 2, wish: '{"offerId":"dat-ban","partySize":2}', booking_id: null },
        ...{ name: 'Trần Văn Được', phone: '+84987654321', email: null },
        ...consent,
        ...{ consented_at: now, client: 'hash', source: 'web', locale: 'vi', version: 1 },
        ...{ created_at: now, updated_at: now },
      },
    ],
    waitlist_counts: [{ subject: 'phone +84987654321', entry_id: id, at: now }],
    day_shifts: [
      {
        date: dayAhead(100 + version),
        resource: 'therapist:mai',
        from_minute: 540,
        to_minute: 1080,
        is_online: 1,
        created_at: now,
      },
    ],
    booking_changes: [
      {
        id,
        booking_id: id,
        kind: 'move',
        date,
        time: '20:00',
        party_size: null,
        note: trickyText,
        ...consent,
        ...{ source: 'web', created_at: now, settled_at: null },
      },
    ],
    leads: [
      {
        id,
        name: 'Trần Văn Được',
        phone: '+84987654321',
        email: null,
        message: trickyText,
        preferred_time: null,
        ...consent,
        ...{ client: 'hash', source: 'web', locale: 'vi', created_at: now },
        handled_at: now,
        handled_by: `staff:${id}`,
      },
    ],
    subscribers: [
      {
        email: `thu${version}@example.com`,
        id,
        name: trickyText,
        locale: 'en',
        state: 'confirmed',
        ...consent,
        created_at: now,
        updated_at: now,
      },
    ],
    mails: [{ address: `hash${version}`, at: now }],
    confirmed_addresses: [{ address: `hash${version}`, confirmed_at: now }],
    first_emails: [
      { delivery_id: `${id}-000`, mailbox: 'hash', at: now, deferred_at: null },
      { delivery_id: `${id}-001`, mailbox: 'hash', at: null, deferred_at: now },
    ],
    cards: [
      {
        id,
        number: `000000${String(version).padStart(6, '0')}`,
        ...{ kind: 'gift_card', unit: 'vnd', offer_id: null, order_id: null },
        ...{ price: 3_000_000_000, balance: 2_999_000_000, valid_until: startsAtMs },
        ...{ locale: 'vi', version: 2, created_at: now, updated_at: now },
      },
    ],
    card_holders: [
      {
        card_id: id,
        ...{ name: 'Lê Thị Ngọc', phone: '+84987654321', email: null, recipient: trickyText },
      },
    ],
    card_entries: [
      {
        ...{ id, card_id: id, kind: 'issued', amount: 3_000_000_000, booking_id: null },
        ...{ undoes: null, cause: null, reason: null, actor: `staff:${id}` },
        ...{ request_key: `${id}-form`, at: now },
      },
      {
        ...{ id: `${id}-2`, card_id: id, kind: 'adjusted', amount: -1_000_000, booking_id: id },
        ...{ undoes: null, cause: null, reason: trickyText, actor: `staff:${id}` },
        ...{ request_key: null, at: now },
      },
    ],
    card_visits: [
      { booking_id: id, card_id: id, state: 'released', entry_id: null, updated_at: now },
    ],
    orders: [
      {
        id,
        code: `THE${version}000000000`,
        kind: 'gift_card',
        status: 'pending_payment',
        total: 3_000_000_000,
        item: '{"amount":3000000000}',
        ...{ source: 'web', locale: 'vi', version: 1, created_at: now, updated_at: now },
      },
    ],
    order_guests: [
      {
        order_id: id,
        name: 'Lê Thị Ngọc',
        phone: '+84911111111',
        email: 'ngoc@example.com',
        recipient: trickyText,
        message: trickyText,
        ...consent,
        consented_at: now,
        client: 'hash',
      },
    ],
    guest_profiles: [
      {
        id,
        phone: `+8498765430${version}`,
        note: trickyText,
        marked_regular_at: now,
        last_note: trickyText,
        last_marked_regular_at: null,
        version: 3,
        created_at: now,
        updated_at: now,
      },
    ],
    writes: [{ id, client: 'hash', at: now }],
    // Later versions insert no bookings, so the row refers to one of the first.
    request_counts: [{ subject: 'phone +84900000001', booking_id: '1-1', at: now }],
    form_tokens: [{ id, lapses_at: now + 7_200_000 }],
    staff: [
      {
        id,
        name: `Cô Ba ${version}`,
        folded: `co ba ${version}`,
        role: 'owner',
        password: '$argon2id$v=19$m=1,t=1,p=1$c2FsdA$aGFzaA',
        locale: 'vi',
        feed: 3,
        created_at: now,
        revoked_at: null,
      },
    ],
    passkeys: [
      {
        id,
        staff_id: id,
        public_key: 'key',
        counter: 4_294_967_295,
        transports: '["internal"]',
        created_at: now,
        used_at: null,
      },
    ],
    staff_links: [
      {
        hash: `link${version}`,
        staff_id: id,
        role: 'owner',
        made_by: `staff:${id}`,
        created_at: now,
        lapses_at: now + 86_400_000,
        used_at: null,
      },
    ],
    sessions: [
      {
        hash: `session${version}`,
        staff_id: id,
        device: trickyText,
        created_at: now,
        seen_at: now,
        lapses_at: now + 86_400_000,
        signed_in_at: now + 60_000,
      },
    ],
    challenges: [{ challenge: `challenge${version}`, lapses_at: now + 86_400_000 }],
    failures: [{ id, who: 'hash', at: now }],
    push_subscriptions: [
      {
        id,
        staff_id: id,
        endpoint: `https://push.example/${version}`,
        p256dh: 'key',
        auth: 'auth',
        created_at: now,
        session_hash: `session${version}`,
      },
    ],
    owner_notices: [
      {
        id,
        // Of the version that created the table of staff.
        staff_id: '2-1',
        kind: 'owner_link_created',
        actor: 'terminal',
        subject: 'staff:2-1',
        created_at: now,
      },
    ],
    closed_days: [
      {
        date: dayAhead(100 + version),
        reason_vi: trickyText,
        reason_en: 'Closed',
        created_at: now,
      },
    ],
    deliveries: [
      {
        id,
        news_id: `n${id}`,
        channel: 'email',
        target: 'desk@example.com',
        subject: `booking:${id}`,
        state: 'dead',
        tries: 9,
        ...{ due_at: now, claimed_until: 0, fault: trickyText, acted_at: null },
        created_at: now,
        updated_at: now,
      },
    ],
    receipts: [
      {
        id,
        code: `BN${version}000000000`,
        kind: 'erase',
        actor: `staff:${id}`,
        counts: '{"bookings":1}',
        ...{ elsewhere: 0, at: now, scrubbed_at: null },
      },
    ],
    receipt_guests: [{ digest: `digest${version}`, receipt_id: id }],
    guest_requests: [
      {
        id,
        ...{
          kind: 'erase',
          way: 'in_person',
          contact: '+84987654321',
          name: trickyText,
          note: trickyText,
        },
        ...{ came_on: date, reply_by: date, due_on: date },
        ...{ replied_at: now, done_at: null, done_by: null, receipt_id: id },
        ...{ version: 3, created_at: now },
      },
    ],
    newsletter_sendings: [
      {
        id,
        article: 'mua-sen',
        texts: JSON.stringify({ vi: { title: trickyText, text: trickyText } }),
        ...{ is_test: 0, queued: 1, queued_up_to: id, next_at: now },
        ...{ created_by: `staff:${id}`, created_at: now, finished_at: now },
      },
    ],
    shop_identity: [{ id, trade: 'restaurant', name: trickyText, created_at: now }],
    secrets: [
      {
        name: 'signing',
        value: `kept-since-version-${version}-${'x'.repeat(32)}`,
        created_at: now,
      },
    ],
  }
}
