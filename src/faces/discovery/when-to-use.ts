/** When an assistant should use this site, and when not. */
import type { DiscoveryContext } from './context.ts'

export function whenToUse({ business, trade, prompts }: DiscoveryContext): string[] {
  const { name, address } = business
  return [
    `A user asks about ${name} (${trade}, ${address.city.en}): what it offers, what it ` +
      'costs, where it is, when it is open, what its rules are.',
    ...prompts.map(({ title, description }) => `${title.en}: ${description.en}`),
    'Not for payment, for urgent matters or for any other business: give the phone number instead.',
  ]
}
