/** API operation for a callback request (lead). */

import { z } from 'zod'
import type { Business } from '../../content/shop.ts'
import { instantFormat, lengthFormat } from '../../kernel/field-formats.ts'
import { newId } from '../../kernel/id.ts'
import { toIsoString } from '../../kernel/time.ts'
import type { Sql } from '../../store/sql.ts'
import { alreadyRequestedField } from '../guard/stored-responses.ts'
import { type WriteContext, writeOperation } from '../guard/write-operation.ts'
import { consentShown } from '../guest/consent.ts'
import {
  consentField,
  contactEmail,
  localeField,
  multiLineField,
  nameField,
  phoneField,
  singleLineField,
} from '../guest/fields.ts'
import { callbackText } from '../guest/response-deadline.ts'
import { enqueueEvent, recordAudit } from '../outbox/events.ts'

export type LeadOperations = ReturnType<typeof leadOperations>

export function leadOperations(context: WriteContext, business: Business) {
  return {
    submitLead: writeOperation(context, {
      name: 'submitLead',
      group: { name: 'Contact', description: 'Callback requests and the newsletter.' },
      summary: { vi: 'Xin được gọi lại', en: 'Request a callback' },
      description:
        'Sends a name and a phone number to staff, who call back. Only after the guest agreed.',
      http: { method: 'POST', path: '/api/lead', status: 201 },
      dryRun: true,
      limit: 'writes',
      input: z.strictObject({
        name: nameField,
        phone: phoneField,
        email: contactEmail,
        message: multiLineField(1000).optional().meta({
          description: 'Subject of the call; at most 1000 characters.',
          example: 'Tôi muốn hỏi về tiệc sinh nhật.',
        }),
        preferred_time: singleLineField(100).optional().meta({
          description: 'Preferred time of the call.',
          example: 'sau 18 giờ',
        }),
        locale: localeField,
        consent: consentField(business.consent.contact),
      }),
      output: z
        .object({
          id: z.string().describe('Id of the callback request.').meta(lengthFormat(1, 60)),
          received_at: z.string().describe('When it was stored.').meta(instantFormat),
          next_step: z.string().describe('When staff call back, as a text for the guest.'),
          test: z.literal(true).optional().describe('Only in a dry run: nothing was stored.'),
          already_requested: alreadyRequestedField,
        })
        .meta({ id: 'Lead' }),
      problems: [],
      example: {
        id: '019a5b3c7d2e000001aabbccddeeff0011',
        received_at: '2026-11-15T10:00:00+07:00',
        next_step: callbackText(business, Date.UTC(2026, 10, 15, 3), 'vi'),
      },
      evaluate: async (input, { now }) => ({ ...input, id: newId(now) }),
      async persist(lead, { sql, now, attempt }) {
        const consent = consentShown(business.consent.contact, attempt.locale)
        await sql.run(
          `INSERT INTO leads (id, name, phone, email, message, preferred_time, consent_version,
            consent_text, client, source, locale, created_at)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
          lead.id,
          lead.name,
          lead.phone,
          lead.email ?? null,
          lead.message || null,
          lead.preferred_time ?? null,
          consent.version,
          consent.text,
          attempt.client,
          attempt.source,
          attempt.locale,
          now,
        )
        await recordAudit(sql, now, attempt.source, 'requested', `lead:${lead.id}`)
        await enqueueEvent(sql, now, 'lead.requested', `lead:${lead.id}`)
      },
      toResponse: ({ id }, { now, attempt }) => ({
        id: attempt.dryRun ? `TEST-${id}` : id,
        received_at: toIsoString(now),
        next_step: callbackText(business, now, attempt.locale),
      }),
      isStillOpen: (sql, { id }) => isUnhandled(sql, id),
    }),
  }
}

/** After staff have called, or the guest's data was erased, the same request is a new one. */
async function isUnhandled(sql: Sql, id: string): Promise<boolean> {
  const lead = await sql.get<{ id: string }>(
    'SELECT id FROM leads WHERE id = ? AND handled_at IS NULL',
    id,
  )
  return lead !== undefined
}
