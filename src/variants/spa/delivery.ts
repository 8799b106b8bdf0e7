/** Where a gift card is sent: to the address of the recipient, or to that of the buyer. */
import { emailField } from '../../domain/guest/fields.ts'
import { missingFieldError, unknownFieldErrors } from '../../kernel/input.ts'
import type { LocalizedText } from '../../kernel/locale.ts'
import { parsePhone } from '../../kernel/phone.ts'
import type { FieldError } from '../../kernel/problem.ts'

type DeliveryInput = Readonly<Record<string, unknown>>

/** How a delivery method reads an address, and which address of the buyer it uses otherwise. */
type AddressRule = {
  parse(text: string): string | undefined
  buyer: 'email' | 'phone'
  wrong: LocalizedText
}

/** The methods that need an address; a printed card has none. */
const addressRules: Readonly<Record<string, AddressRule>> = {
  email: {
    parse: (text) => emailField.safeParse(text.trim()).data,
    buyer: 'email',
    wrong: {
      vi: 'Viết địa chỉ email của người nhận.',
      en: 'Write the email address of the recipient.',
    },
  },
  zalo: {
    parse: parsePhone,
    buyer: 'phone',
    wrong: {
      vi: 'Viết số điện thoại dùng Zalo của người nhận, như 0912 345 678.',
      en: 'Write the phone number that the recipient uses with Zalo, such as 0912 345 678.',
    },
  },
}

function ruleFor({ delivery }: DeliveryInput): AddressRule | undefined {
  return typeof delivery === 'string' && Object.hasOwn(addressRules, delivery)
    ? addressRules[delivery]
    : undefined
}

export function deliveryErrors(input: DeliveryInput): FieldError[] {
  const { delivery, deliver_to: address } = input
  if (delivery === undefined) return [missingFieldError('delivery')]
  const rule = ruleFor(input)
  if (typeof address !== 'string') {
    return rule && input[rule.buyer] === undefined ? [missingFieldError(rule.buyer)] : []
  }
  if (!rule) return unknownFieldErrors(['deliver_to'])
  if (rule.parse(address) !== undefined) return []
  return [{ name: 'deliver_to', code: 'wrong_format', message: rule.wrong }]
}

/** The address of the recipient; undefined if the card goes to the buyer. */
export function recipientAddress(input: DeliveryInput): string | undefined {
  const { deliver_to: address } = input
  return typeof address === 'string' ? ruleFor(input)?.parse(address) : undefined
}

/** "to lan@example.com (the buyer)"; undefined without an address. */
export function deliveryTarget(input: DeliveryInput): LocalizedText | undefined {
  const rule = ruleFor(input)
  if (!rule) return undefined
  const recipient = recipientAddress(input)
  if (recipient !== undefined)
    return { vi: `tới ${recipient} (người nhận)`, en: `to ${recipient} (the recipient)` }
  const buyer = input[rule.buyer]
  return { vi: `tới ${buyer} (người mua)`, en: `to ${buyer} (the buyer)` }
}
