/** Tool that returns the balance of a gift card or membership to its holder. */
import { z } from 'zod'
import { type ArgumentReading, argumentReaders } from '../../kernel/argument-reader.ts'
import { formatDate } from '../../kernel/format-date.ts'
import type { Locale } from '../../kernel/locale.ts'
import { money } from '../../kernel/money.ts'
import type { ClientIdentity } from '../../kernel/operation.ts'
import { preparedReadTool, type Tool } from '../../kernel/tool.ts'
import type { CardBalance, CardPair } from '../cards/operations.ts'
import { formatUnits } from '../cards/status.ts'

type CardToolContext = {
  lookUpCard(input: CardPair, sender: ClientIdentity, locale: Locale): Promise<CardBalance>
}

const maxEntries = 10

export function getCardBalance({ lookUpCard }: CardToolContext): Tool {
  return preparedReadTool({
    name: 'get_card_balance',
    title: 'Card balance',
    description:
      'Returns what is left on a gift card or membership, until when it is valid, and its last entries. A wrong pair of ' +
      'number and digits is answered like an unknown card, and wrong pairs are limited.',
    input: z.strictObject({
      number: z.string().max(40).meta({ description: 'The number on the card.' }),
      phone_last4: z
        .string()
        .regex(/^[0-9]{4}$/)
        .meta({ description: 'Last four digits of the phone number of the card’s holder.' })
        .register(argumentReaders, { read: readLastDigits }),
    }),
    output: z.object({
      kind: z.string(),
      status: z.string(),
      balance: money.optional(),
      visits_left: z.int().optional(),
      visits_reserved: z.int().optional(),
      what: z.string().optional(),
      valid_until: z.string(),
      history: z.array(z.object({ at: z.string(), display: z.string() })),
    }),
    async prepare({ number, phone_last4 }, { locale, sender }) {
      if (!sender) throw new Error('get_card_balance needs the sender of the call')
      const card = await lookUpCard({ number, phone_last4 }, sender(), locale)
      const { kind, status, balance, visits_left, visits_reserved, what, valid_until } = card
      const output = {
        ...{ kind, status, balance, visits_left, visits_reserved, what, valid_until },
        history: card.history.slice(0, maxEntries).map(({ at, display }) => ({ at, display })),
      }
      return { cacheKey: undefined, compute: () => output }
    },
    summarize({ balance, visits_left = 0, status, valid_until }, locale) {
      const left = balance?.display ?? formatUnits(visits_left, 'visits', locale)
      const end = formatDate(valid_until, locale)
      if (status === 'used_up')
        return { vi: 'Thẻ đã dùng hết.', en: 'The card is used up.' }[locale]
      if (status === 'expired')
        return { vi: `Thẻ đã hết hạn ${end}.`, en: `The card expired on ${end}.` }[locale]
      return {
        vi: `Thẻ còn ${left}, dùng đến hết ${end}.`,
        en: `The card has ${left} left and is valid until ${end}.`,
      }[locale]
    },
  })
}

/** The end of a whole phone number, and digits that were sent as a number. */
function readLastDigits(value: unknown): ArgumentReading {
  const digits = String(value).replace(/[\s.-]/g, '')
  return { value: /^\+?[0-9]{4,15}$/.test(digits) ? digits.slice(-4) : value }
}
