/** The words of the guest as arguments of a tool. */
import type { Tool } from '@modelcontextprotocol/client'
import type { AgentInput } from './agent.ts'
import { argumentNames } from './find-tools.ts'
import type { Arguments } from './shop-client.ts'

/** Only the arguments that the tool has. The values are what the guest wrote, not ids. */
export function toArguments(tool: Tool, { intent, locale }: AgentInput): Arguments {
  const { day, time, party, area, person, service, length, allergies, health } = intent
  const { name, phone, email, note, code, amount, recipient } = intent
  const all: Record<string, unknown> = {
    ...{ date: day, time, party_size: party, table_type: area, name, phone, email, note, code },
    ...{ therapist_id: person, stylist_id: person, allergens: allergies, health },
    service_id: length === undefined ? service : `${service} ${length}`,
    phone_last4: phone?.replaceAll(' ', '').slice(-4),
    ...{ amount, recipient, ...(amount !== undefined && { delivery: 'email' }) },
    ...(intent.goal === 'cancel' && { kind: 'cancel' }),
    ...(intent.goal === 'move' && { kind: 'move' }),
    ...(intent.goal === 'waitlist' && { from: time, to: time }),
    around: time,
    locale,
  }
  const names = argumentNames(tool)
  return Object.fromEntries(
    Object.entries(all).filter(([name, value]) => names.includes(name) && value !== undefined),
  )
}
