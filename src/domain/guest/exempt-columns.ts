/** Tables without data of guests, with the reason and all of their columns: a new column needs a decision. */
type ExemptTable = { because: string; columns: readonly string[] }

const staffData = 'data of staff, not of guests'

export const exemptTables: Readonly<Record<string, ExemptTable>> = {
  migrations: { because: 'the schema', columns: ['name', 'digest', 'applied_at'] },
  secrets: { because: 'keys of the program', columns: ['name', 'value', 'created_at'] },
  shop_identity: {
    because: 'the name and the trade of the shop',
    columns: ['id', 'trade', 'name', 'created_at'],
  },
  content_drafts: {
    because: 'texts of the shop that an owner has not published yet',
    columns: ['member_id', 'file', 'base_text', 'new_text', 'changed_at'],
  },
  content_publications: {
    because: 'texts of the shop that owners have published',
    columns: ['id', 'published_at', 'actor', 'changes', 'files', 'written_at'],
  },
  content_pictures: {
    because: 'photos of the shop in drafts and publications',
    columns: ['digest', 'bytes', 'created_at'],
  },
  extra_places: {
    because: 'tables, chairs and beds that staff added for a day',
    columns: ['id', 'name', 'kind', 'seats', 'first_date', 'last_date', 'created_at'],
  },
  absence_bookings: {
    because: 'bookings that an absence concerned, by id, and whether staff have called',
    columns: ['absence_id', 'booking_id', 'called_at', 'called_by'],
  },
  newsletter_sendings: {
    because: 'articles that were sent; a subscriber is named by id, as long as the sending goes on',
    columns: [
      ...['id', 'article', 'texts', 'is_test', 'queued', 'queued_up_to', 'next_at'],
      ...['created_by', 'created_at', 'finished_at'],
    ],
  },
  place_offers: {
    because: 'places that were offered, by the id of the booking or the entry of the waitlist',
    columns: [
      ...['id', 'owner', 'status', 'service_date', 'date', 'time', 'starts_at', 'ends_at'],
      ...['holds', 'given', 'offer_id', 'quote', 'overrides'],
      ...['expires_at', 'created_at', 'updated_at'],
    ],
  },
  day_shifts: {
    because: 'working hours of staff on one day',
    columns: ['date', 'resource', 'from_minute', 'to_minute', 'is_online', 'created_at'],
  },
  day_paces: {
    because: 'limits of online bookings by day',
    columns: ['date', 'every_minutes', 'guests', 'bookings', 'created_at'],
  },
  sold_out_offers: {
    because: 'offers that are unavailable',
    columns: ['offer_id', 'until_at', 'created_at'],
  },
  cells: { because: 'occupied places by booking id', columns: ['cell', 'resource', 'holder'] },
  held_days: { because: 'versions of days', columns: ['day', 'version', 'changes'] },
  outbox: {
    because: 'what happened to which id; events contain no data of guests',
    columns: ['id', 'kind', 'subject', 'facts', 'created_at', 'told_at', 'position'],
  },
  deliveries: {
    because:
      'messages by event id; a target is an address of the shop, and an error is one of our own texts',
    columns: [
      ...['id', 'news_id', 'channel', 'target', 'subject', 'state', 'tries', 'due_at'],
      ...['claimed_until', 'fault', 'acted_at', 'created_at', 'updated_at'],
    ],
  },
  writes: {
    because: 'keyed hashes of client addresses, deleted after an hour',
    columns: ['id', 'client', 'at'],
  },
  form_tokens: { because: 'random ids, deleted when they expire', columns: ['id', 'lapses_at'] },
  receipts: {
    because: 'proof of an export or erasure, without the guest',
    columns: ['id', 'code', 'kind', 'actor', 'counts', 'elsewhere', 'at', 'scrubbed_at'],
  },
  receipt_guests: {
    because: 'keyed hashes that find a receipt again',
    columns: ['digest', 'receipt_id'],
  },
  staff: {
    because: staffData,
    columns: [
      ...['id', 'name', 'folded', 'role', 'password', 'locale', 'feed', 'created_at'],
      'revoked_at',
    ],
  },
  passkeys: {
    because: staffData,
    columns: ['id', 'staff_id', 'public_key', 'counter', 'transports', 'created_at', 'used_at'],
  },
  staff_links: {
    because: staffData,
    columns: ['hash', 'staff_id', 'role', 'made_by', 'created_at', 'lapses_at', 'used_at'],
  },
  sessions: {
    because: staffData,
    columns: [
      ...['hash', 'staff_id', 'device', 'created_at', 'seen_at', 'lapses_at'],
      'signed_in_at',
    ],
  },
  challenges: { because: staffData, columns: ['challenge', 'lapses_at'] },
  failures: { because: staffData, columns: ['id', 'who', 'at'] },
  push_subscriptions: {
    because: staffData,
    columns: ['id', 'staff_id', 'endpoint', 'p256dh', 'auth', 'created_at', 'session_hash'],
  },
  owner_notices: {
    because: staffData,
    columns: ['id', 'staff_id', 'kind', 'actor', 'subject', 'created_at'],
  },
}
