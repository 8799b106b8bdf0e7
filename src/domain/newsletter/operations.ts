/** API operation that subscribes an email address to the newsletter. */
import { z } from 'zod'
import type { Business } from '../../content/shop.ts'
import { newId } from '../../kernel/id.ts'
import type { LocalizedText } from '../../kernel/locale.ts'
import { day, hour, maxClockSkewMs } from '../../kernel/time.ts'
import type { Sql } from '../../store/sql.ts'
import { type WriteContext, writeOperation } from '../guard/write-operation.ts'
import { consentShown } from '../guest/consent.ts'
import { consentField, emailField, localeField, singleLineField } from '../guest/fields.ts'
import { hashMailbox } from '../guest/mailbox.ts'
import { enqueueEvent, recordAudit } from '../outbox/events.ts'

const maxRequestsPerHour = 20

/** The same for every address. */
export const subscribedText: LocalizedText = {
  vi: 'Nếu địa chỉ này chưa có trong danh sách, một thư với đường dẫn xác nhận sẽ được gửi tới đó.',
  en: 'If this address is not on the list yet, we will send it an email with a confirmation link.',
}

export type NewsletterOperations = ReturnType<typeof newsletterOperations>

export function newsletterOperations(
  context: WriteContext,
  consent: NonNullable<Business['consent']['newsletter']>,
) {
  return {
    subscribe: writeOperation(context, {
      name: 'subscribe',
      group: { name: 'Contact', description: 'Callback requests and the newsletter.' },
      summary: { vi: 'Đăng ký nhận bản tin', en: 'Subscribe to the newsletter' },
      description:
        'The response is the same whether or not the address is known. The owner of the address confirms ' +
        'by a link in an email and can unsubscribe by another. Does not count toward the write limit; ' +
        'at most one email a day.',
      http: { method: 'POST', path: '/api/subscribe', status: 202 },
      dryRun: false,
      limit: undefined,
      input: z.strictObject({
        email: emailField
          .transform((text) => text.toLowerCase())
          .meta({
            description: 'Address that receives the newsletter.',
            example: 'lan@example.com',
          }),
        name: singleLineField(80)
          .optional()
          .meta({ description: 'Name for the greeting.', example: 'Lan' }),
        locale: localeField,
        consent: consentField(consent),
      }),
      output: z
        .object({
          received: z.literal(true).describe('The same for every address, known or not.'),
          next_step: z.string().describe('What the guest does next, as a text for them.'),
        })
        .meta({ id: 'Subscription' }),
      problems: [],
      example: { received: true, next_step: subscribedText.vi },
      evaluate: async (input) => input,
      async persist({ email, name }, { sql, now, attempt }) {
        const before = await sql.get<{ id: string; state: string }>(
          'SELECT id, state FROM subscribers WHERE email = ?',
          email,
        )
        if (before?.state === 'confirmed') return
        if (!(await claimRequestQuota(sql, attempt.client, now))) return
        if (!(await claimDailyEmail(sql, hashMailbox(context.secret, email), now))) return
        const { version, text } = consentShown(consent, attempt.locale)
        const id = before?.id ?? newId(now)
        await sql.run(
          `INSERT INTO subscribers (email, id, name, locale, state, consent_version, consent_text,
            created_at, updated_at) VALUES (?, ?, ?, ?, 'asked', ?, ?, ?, ?)
           ON CONFLICT (email) DO UPDATE SET consent_version = excluded.consent_version,
            consent_text = excluded.consent_text, updated_at = excluded.updated_at`,
          email,
          id,
          name ?? null,
          attempt.locale,
          version,
          text,
          now,
          now,
        )
        await recordAudit(sql, now, attempt.source, 'asked', `subscriber:${id}`)
        await enqueueEvent(sql, now, 'subscriber.asked', `subscriber:${id}`)
      },
      toResponse: (_input, { attempt }) => ({
        received: true as const,
        next_step: subscribedText[attempt.locale],
      }),
    }),
  }
}

/** Limits how many addresses a client can subscribe per hour. The response does not reveal the limit. */
async function claimRequestQuota(sql: Sql, client: string, now: number): Promise<boolean> {
  const quotaKey = `newsletter ${client}`
  const row = await sql.get<{ count: number }>(
    'SELECT COUNT(*) AS count FROM writes WHERE client = ? AND at > ? AND at <= ?',
    quotaKey,
    now - hour,
    now + maxClockSkewMs,
  )
  if ((row?.count ?? 0) >= maxRequestsPerHour) return false
  await sql.run('INSERT INTO writes (id, client, at) VALUES (?, ?, ?)', newId(now), quotaKey, now)
  return true
}

/** Claims the one email a day for a mailbox; false if it was already claimed. */
async function claimDailyEmail(sql: Sql, mailbox: string, now: number): Promise<boolean> {
  const last = await sql.get<{ at: number }>('SELECT at FROM mails WHERE address = ?', mailbox)
  if (last && last.at > now - day && last.at <= now + maxClockSkewMs) return false
  await sql.run(
    'INSERT INTO mails (address, at) VALUES (?, ?) ON CONFLICT (address) DO UPDATE SET at = excluded.at',
    mailbox,
    now,
  )
  return true
}
