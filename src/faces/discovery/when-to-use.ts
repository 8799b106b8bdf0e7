/** For what an assistant should come here, and for what it should not. */
import type { Facts } from './context.ts'

export function whenToUse({ business, variant, prompts }: Facts): string[] {
  const { name, address } = business
  return [
    `Somebody asks about ${name} (${variant}, ${address.city.en}): what it offers, what it costs, where it is, when it is open, what its rules are.`,
    ...prompts.map(({ title, description }) => `${title.en}: ${description.en}`),
    'Not for payment, for urgent matters or for any other business: give the phone number instead.',
  ]
}
