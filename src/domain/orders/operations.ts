/** API operations that place an order (gift card, membership) and read its status. */

import { z } from 'zod'
import type { Business } from '../../content/shop.ts'
import {
  createCode,
  formatCode,
  normalizeCode,
  toTestCode,
  unknownCodeProblem,
} from '../../kernel/booking-code.ts'
import { cardFormat, codeFormat, instantFormat } from '../../kernel/field-formats.ts'
import { joinParts } from '../../kernel/format-date.ts'
import { newId } from '../../kernel/id.ts'
import { type Locale, type LocalizedText, localPath } from '../../kernel/locale.ts'
import { money, toMoney } from '../../kernel/money.ts'
import { type OutputOf, readOperation } from '../../kernel/operation.ts'
import { Problem } from '../../kernel/problem.ts'
import { toIsoString } from '../../kernel/time.ts'
import type { Sql } from '../../store/sql.ts'
import { formatCardNumber } from '../cards/number.ts'
import { findCardOfOrder } from '../cards/rows.ts'
import { cardPath } from '../cards/url.ts'
import type { Order, OrderRules } from '../catalogue/order.ts'
import { alreadyRequestedField } from '../guard/stored-responses.ts'
import { type WriteContext, writeOperation } from '../guard/write-operation.ts'
import { consentShown } from '../guest/consent.ts'
import { consentField, contactEmail, localeField, nameField, phoneField } from '../guest/fields.ts'
import { orderStepText } from '../guest/response-deadline.ts'
import { recordAction } from '../outbox/events.ts'
import { toTransferResponse, transferFor, transferSchema } from '../payment/transfer.ts'
import { orderLifecycle } from './actions.ts'
import { withItem } from './rows.ts'
import { isPaid, type OrderStatus, orderKindLabel, orderLabels, orderStatuses } from './status.ts'

const group = { name: 'Orders', description: 'Gift cards and memberships, paid by bank transfer.' }

export type OrderOperations = ReturnType<typeof orderOperations>

/** The result of an order, or of its dry run. */
export type PlacedOrder = OutputOf<OrderOperations['placeOrder']>

/** What anyone with the code of an order may see of it. */
export type PublicOrder = OutputOf<OrderOperations['getOrder']>

export function orderOperations(
  context: WriteContext,
  rules: OrderRules,
  business: Business,
  base: string,
) {
  const exampleCode = `${rules.codePrefix}-7K3M-9Q2X-4D`
  const statusUrl = (code: string) => `${base}/api/order/${code}`
  const orderFields = {
    code: z.string().describe('The order code.').meta(codeFormat),
    kind: z.enum(rules.kinds).describe('What was ordered.'),
    status: z.enum(orderStatuses).describe('Status; only staff set it.'),
    status_label: z.string().describe('The status in words, in the language of the response.'),
    total: money,
    item: z.record(z.string(), z.union([z.string(), z.number()])).describe('The ordered item.'),
  }
  const example = {
    code: exampleCode,
    kind: rules.kinds[0],
    status: 'pending_payment',
    status_label: orderLabels.pending_payment.vi,
    total: toMoney(1_000_000, 'vi'),
    item: rules.example,
  }

  /** Absent for an order that a process of the previous version has just marked as paid. */
  const cardField = async (orderId: string, locale: Locale) => {
    const card = await findCardOfOrder(context.store.read, orderId)
    if (!card) return {}
    const number = formatCardNumber(card.number)
    const path = localPath(`${cardPath}/${number}`, locale, business.languages)
    return { card: { number, url: `${base}${path}` } }
  }

  const placeOrder = writeOperation(context, {
    name: 'placeOrder',
    group,
    summary: {
      vi: 'Đặt thẻ quà tặng hoặc thẻ thành viên',
      en: 'Order a gift card or a membership',
    },
    description:
      'Creates an order that awaits payment by bank transfer. Its status says how to pay, or staff do. ' +
      'No payment is made here.',
    http: { method: 'POST', path: '/api/order', status: 202 },
    dryRun: true,
    limit: 'writes',
    input: z.strictObject({
      ...rules.fields,
      name: nameField,
      phone: phoneField,
      email: contactEmail,
      locale: localeField,
      consent: consentField(business.consent.contact),
    }),
    output: z
      .object({
        ...orderFields,
        status_url: z.url().optional().describe('URL of the status; not in a dry run.'),
        next_step: z.string().describe('What happens next, as a text for the guest.'),
        test: z.literal(true).optional().describe('Only in a dry run: nothing was stored.'),
        already_requested: alreadyRequestedField,
      })
      .meta({ id: 'PlacedOrder' }),
    problems: [],
    requestExample: rules.requestExample,
    example: {
      ...example,
      status_url: statusUrl(exampleCode),
      next_step: orderStepText(business, 'vi'),
    },
    checkRules(fields) {
      return fields.kind === undefined ? [] : (rules.parse(fields).errors ?? [])
    },
    async evaluate(input, { now }) {
      const { order, errors } = rules.parse(input)
      if (errors) throw new Problem('invalid-fields', { fields: errors })
      const { name, phone, email } = input
      const code = createCode(rules.codePrefix)
      return { ...order, id: newId(now), code, name, phone, email: email ?? null }
    },
    async persist(order, { sql, now, attempt }) {
      await sql.run(
        `INSERT INTO orders (id, code, kind, status, total, item, source, locale, version,
          created_at, updated_at) VALUES (?, ?, ?, 'pending_payment', ?, ?, ?, ?, 1, ?, ?)`,
        order.id,
        normalizeCode(order.code),
        order.kind,
        order.total,
        JSON.stringify(order.item),
        attempt.source,
        attempt.locale,
        now,
        now,
      )
      const consent = consentShown(business.consent.contact, attempt.locale)
      await sql.run(
        `INSERT INTO order_guests (order_id, name, phone, email, recipient, message,
          deliver_to, consent_version, consent_text, consented_at, client)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        order.id,
        order.name,
        order.phone,
        order.email,
        order.recipient,
        order.message,
        order.deliverTo,
        consent.version,
        consent.text,
        now,
        attempt.client,
      )
      const action = { lifecycle: orderLifecycle, action: 'requested', id: order.id } as const
      const facts = { kind: order.kind }
      await recordAction(sql, now, attempt.source, action, facts, facts)
    },
    toResponse(order, { attempt: { dryRun, locale } }) {
      const code = dryRun ? toTestCode(order.code) : order.code
      return {
        code,
        kind: order.kind,
        status: 'pending_payment' as const,
        status_label: orderLabels.pending_payment[locale],
        total: toMoney(order.total, locale),
        item: order.item,
        status_url: statusUrl(code),
        next_step: orderStepText(business, locale),
      }
    },
    isStillOpen: (sql, { code }) => isUnpaid(sql, code),
    location: ({ code }) => `/api/order/${code}`,
  })

  const getOrder = readOperation({
    name: 'getOrder',
    group,
    summary: { vi: 'Tình trạng của một đơn', en: 'Order status' },
    description: 'Status of an order by its code. Contains neither the buyer nor the recipient.',
    http: { method: 'GET', path: '/api/order/{code}' },
    changesWith: 'guest',
    input: z.strictObject({
      code: z.string().meta({
        description: 'The order code.',
        example: exampleCode,
      }),
    }),
    output: z
      .object({
        ...orderFields,
        what: z.string().describe('The ordered item in words, in the language of the response.'),
        next_step: z.string().optional().describe('What happens next, until the card is sent.'),
        card: z
          .object({
            number: z
              .string()
              .describe('The number of the card, to read out or to show.')
              .meta(cardFormat),
            url: z.url().describe('Page of the card: its balance, for the holder.'),
          })
          .optional()
          .describe('The card, once the order is paid.'),
        transfer: transferSchema.optional().describe('How to pay, while payment is pending.'),
        updated_at: z.string().describe('Time of the last change.').meta(instantFormat),
      })
      .meta({ id: 'OrderStatus' }),
    problems: ['not-found', 'store-unavailable'],
    example: {
      ...example,
      what: describeOrder(rules, rules.kinds[0], rules.example, 'vi'),
      next_step: orderStepText(business, 'vi'),
      updated_at: '2026-11-15T10:00:00+07:00',
    },
    async run({ code }, { locale }) {
      const row = await context.store.read.get<{
        id: string
        code: string
        kind: string
        status: OrderStatus
        total: number
        item: string
        updated_at: number
      }>('SELECT * FROM orders WHERE code = ?', normalizeCode(code))
      if (!row) throw unknownCodeProblem()
      const transfer =
        row.status === 'pending_payment' ? transferFor(business, row.code, row.total) : undefined
      return {
        code: formatCode(row.code),
        kind: row.kind,
        status: row.status,
        status_label: orderLabels[row.status][locale],
        total: toMoney(row.total, locale),
        item: withItem(row).item,
        what: describeOrder(rules, row.kind, withItem(row).item, locale),
        ...nextStepField(business, row.status, locale),
        ...(isPaid(row.status) && (await cardField(row.id, locale))),
        ...(transfer && { transfer: toTransferResponse(transfer, locale) }),
        updated_at: toIsoString(row.updated_at),
      }
    },
  })

  return { placeOrder, getOrder }
}

/** After the payment or a cancellation the same order is a new one. */
async function isUnpaid(sql: Sql, code: string): Promise<boolean> {
  const order = await sql.get<{ status: OrderStatus }>(
    'SELECT status FROM orders WHERE code = ?',
    normalizeCode(code),
  )
  return order?.status === 'pending_payment'
}

function describeOrder(
  rules: OrderRules,
  kind: string,
  item: Order['item'],
  locale: Locale,
): string {
  return joinParts([orderKindLabel(kind)[locale], rules.describeItem(item, locale)])
}

function nextStepField(
  business: Business,
  status: OrderStatus,
  locale: Locale,
): { next_step?: string } {
  if (status === 'pending_payment') return { next_step: orderStepText(business, locale) }
  return status === 'paid' ? { next_step: paidStep[locale] } : {}
}

const paidStep: LocalizedText = {
  vi: 'Đã nhận được tiền; thẻ được gửi trong vòng một giờ mở cửa.',
  en: 'The payment was received; the card is sent within one opening hour.',
}
