/**
 * POST /api/card/balance: balance and history of a card for its holder. It changes nothing; it is a POST because
 * neither the number nor the digits of the phone number belong in a URL.
 */
import { z } from 'zod'
import { cardFormat, dateFormat, instantFormat } from '../../kernel/field-formats.ts'
import type { Locale } from '../../kernel/locale.ts'
import { money, toMoney } from '../../kernel/money.ts'
import type { ClientIdentity, OutputOf, WriteOperation } from '../../kernel/operation.ts'
import { Problem } from '../../kernel/problem.ts'
import { dateAt, toIsoString } from '../../kernel/time.ts'
import type { WriteContext } from '../guard/write-operation.ts'
import { formatCardNumber } from './number.ts'
import { type CardEntry, type CardView, findCard, loadEntries } from './rows.ts'
import {
  cardKinds,
  cardLabels,
  cardStatus,
  cardStatuses,
  causeLabels,
  entryKinds,
  entryLabels,
  formatChange,
  formatUnits,
} from './status.ts'

export const exampleNumber = '7K3M-9Q2X-4DT1'

/** No card has more dong. */
const maxChange = 1_000_000_000_000

const cardInput = z.strictObject({
  number: z.string().min(1).max(40).meta({
    description: 'The number on the card.',
    example: exampleNumber,
  }),
  phone_last4: z
    .string()
    .regex(/^[0-9]{4}$/)
    .meta({
      description:
        'Last four digits of the phone number of the holder: of the person who ordered the card, or to whom it was passed on.',
      example: '5678',
    }),
})

export type CardPair = z.output<typeof cardInput>

const cardOutput = z
  .object({
    number: z.string().describe('The number of the card.').meta(cardFormat),
    kind: z.enum(cardKinds).describe('What it is.'),
    status: z.enum(cardStatuses).describe('Whether it can be used.'),
    status_label: z.string().describe('The status in words, in the language of the response.'),
    balance: money.optional().describe('What is left on a gift card.'),
    visits_left: z.int().min(0).optional().describe('What is left on a membership.'),
    visits_reserved: z
      .int()
      .min(0)
      .optional()
      .describe('How many of them upcoming bookings have reserved.'),
    what: z.string().optional().describe('The service that it was bought for, in words.'),
    display: z.string().describe('What is left, in words.'),
    valid_until: z.string().describe('The last day on which it can be used.').meta(dateFormat),
    history: z
      .array(
        z.object({
          at: z.string().describe('When.').meta(instantFormat),
          kind: z.enum(entryKinds).describe('What happened.'),
          change: z
            .int()
            .min(-maxChange)
            .max(maxChange)
            .describe('Dong or visits; negative if the balance decreased.'),
          display: z.string().describe('The same in words.'),
        }),
      )
      .describe('All entries of the ledger, newest first.'),
  })
  .meta({ id: 'CardBalance' })

type Output = z.input<typeof cardOutput>

export type CardOperations = ReturnType<typeof cardOperations>

export type CardBalance = OutputOf<CardOperations['getCardBalance']>

type CardContext = WriteContext & { offerName(id: string): { vi: string; en: string } }

export function cardOperations(context: CardContext) {
  const getCardBalance: WriteOperation<typeof cardInput, Output> = {
    kind: 'write',
    name: 'getCardBalance',
    group: {
      name: 'Cards',
      description: 'Balance and history of gift cards and memberships, for their holders.',
    },
    summary: { vi: 'Số dư của một thẻ', en: 'Balance of a card' },
    description:
      'Balance, validity and history of a gift card or membership, by its number and the last four digits of the ' +
      'phone number of its holder. Changes nothing. A wrong pair gets the same response as an unknown number, and ' +
      'wrong pairs are limited.',
    http: { method: 'POST', path: '/api/card/balance', status: 200 },
    dryRun: false,
    takesKey: false,
    limit: undefined,
    hasLocation: false,
    input: cardInput,
    output: cardOutput,
    problems: ['not-found', 'rate-limited'],
    example: {
      number: exampleNumber,
      kind: 'gift_card',
      status: 'active',
      status_label: cardLabels.active.vi,
      balance: toMoney(550_000, 'vi'),
      display: formatUnits(550_000, 'vnd', 'vi'),
      valid_until: '2027-11-20',
      history: [
        {
          ...{ at: '2026-12-05T16:40:00+07:00', kind: 'redeemed', change: -450_000 },
          display: `${entryLabels.redeemed.vi}: ${formatChange(-450_000, 'vnd', 'vi')}`,
        },
      ],
    },
    findReplay: async () => undefined,
    execute: async (input, attempt) => ({
      ...{ status: 200, location: null, locale: attempt.locale, replayed: false },
      output: await lookUpCard(context, input, attempt, attempt.locale),
    }),
  }
  return { getCardBalance }
}

/** Wrong pairs of a client are counted; a right one is not. */
export async function lookUpCard(
  context: CardContext,
  { number, phone_last4 }: CardPair,
  sender: Pick<ClientIdentity, 'client' | 'sharedAddress'>,
  locale: Locale,
): Promise<Output> {
  const { store, guard, now } = context
  const takeBackGuess = await guard.countGuess(sender)
  const card = await findOwnCard(context, number, phone_last4).catch(async (error: unknown) => {
    await takeBackGuess()
    throw error
  })
  if (!card) throw unknownCardProblem()
  await takeBackGuess()
  const entries = await loadEntries(store.read, card.id)
  return toBalance(context, card, entries, now(), locale)
}

async function findOwnCard(
  { store }: CardContext,
  number: string,
  last4: string,
): Promise<CardView | undefined> {
  const card = await findCard(store.read, number)
  return card && last4.length === 4 && card.phone.endsWith(last4) ? card : undefined
}

function toBalance(
  { offerName }: CardContext,
  card: CardView,
  entries: readonly CardEntry[],
  now: number,
  locale: Locale,
): Output {
  const { kind, unit, balance, reserved, offer_id, valid_until } = card
  const status = cardStatus(card, now)
  return {
    number: formatCardNumber(card.number),
    kind,
    status,
    status_label: cardLabels[status][locale],
    ...(unit === 'vnd' && { balance: toMoney(balance, locale) }),
    ...(unit === 'visits' && { visits_left: balance, visits_reserved: reserved }),
    ...(offer_id !== null && { what: offerName(offer_id)[locale] }),
    display: formatUnits(balance, unit, locale),
    valid_until: lastDayOf(valid_until),
    history: entries.map(({ at, kind: entryKind, amount, cause }) => ({
      at: toIsoString(at),
      kind: entryKind,
      change: amount,
      display: `${entryLabels[entryKind][locale]}: ${formatChange(amount, unit, locale)}${
        cause === null ? '' : ` (${causeLabels[cause][locale]})`
      }`,
    })),
  }
}

/** The validity ends with the midnight after it. */
export function lastDayOf(validUntil: number): string {
  return dateAt(validUntil - 1)
}

function unknownCardProblem(): Problem {
  return new Problem('not-found', {
    isCounted: true,
    detail: {
      vi: 'Không tìm thấy thẻ nào với số thẻ và bốn số cuối điện thoại này. Xin kiểm tra lại, hoặc gọi cho chúng tôi.',
      en: 'No card was found with this number and these last four digits of the phone number. Check both, or call us.',
    },
  })
}
