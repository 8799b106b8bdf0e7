/** Tool that returns the balance of a gift card or membership to its holder. */
import { z } from 'zod'
import { type ArgumentReading, argumentReaders } from '../../kernel/argument-reader.ts'
import { formatDate } from '../../kernel/format-date.ts'
import type { Locale } from '../../kernel/locale.ts'
import type { ClientIdentity } from '../../kernel/operation.ts'
import { preparedReadTool, type Tool } from '../../kernel/tool.ts'
import { formatCardNumber, parseCardNumber } from '../cards/number.ts'
import { type CardBalance, type CardPair, exampleNumber } from '../cards/operations.ts'
import { lastDigitsReader } from './last-digits.ts'

export type CardToolContext = {
  lookUpCard(input: CardPair, sender: ClientIdentity, locale: Locale): Promise<CardBalance>
}

const maxEntries = 10

const phoneOfHolder = {
  vi: 'số điện thoại của chủ thẻ',
  en: 'the phone number of the card’s holder',
}

const numberReader = {
  aliases: ['card_number', 'card_no', 'card', 'card_code', 'gift_card', 'membership', 'code'],
  question: {
    vi: `Số trên thẻ là gì? Số có dạng ${exampleNumber}.`,
    en: `What is the number on the card? It looks like ${exampleNumber}.`,
  },
  read: readNumber,
}

export function getCardBalance({ lookUpCard }: CardToolContext): Tool {
  return preparedReadTool({
    name: 'get_card_balance',
    title: 'Card balance',
    description:
      'Returns what is left on a gift card or membership and until when it is valid. A wrong pair is answered like an ' +
      'unknown card.',
    input: z.strictObject({
      number: z
        .string()
        .max(40)
        .meta({ description: 'On the card.' })
        .register(argumentReaders, numberReader),
      phone_last4: z
        .string()
        .regex(/^[0-9]{4}$/)
        .meta({ description: 'Last digits of the holder’s phone.' })
        .register(argumentReaders, lastDigitsReader(phoneOfHolder)),
    }),
    output: z.object({
      status: z.string(),
      left: z.string(),
      what: z.string().optional(),
      valid_until: z.string(),
      history: z.array(z.string()),
    }),
    async prepare({ number, phone_last4 }, { locale, sender }) {
      if (!sender) throw new Error('get_card_balance needs the sender of the call')
      const card = await lookUpCard({ number, phone_last4 }, sender(), locale)
      const { status, display: left, what, valid_until } = card
      const history = card.history
        .slice(0, maxEntries)
        .map((entry) => `${entry.at.slice(0, 10)} ${entry.display}`)
      const output = { status, left, what, valid_until, history }
      return { cacheKey: undefined, compute: () => output }
    },
    summarize({ left, status, valid_until }, locale) {
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

/** Also the URL of the card, which its QR code has. */
function readNumber(value: unknown): ArgumentReading {
  const number = typeof value === 'string' ? parseCardNumber(value) : undefined
  return { value: number === undefined ? value : formatCardNumber(number) }
}
