/** The attacks on a Saturday evening, and how many requests and cells each may hold. */
import { hour } from '../../src/kernel/time.ts'
import { phoneOf } from '../support/clients.ts'
import { evening, type Face, type Sender, type Sent, type Shops } from './shops.ts'

export type Attack = {
  /** The variant in docs, for example `a`. */
  id: string
  /** The requests that may hold a place at the end. */
  maxOpen: number
  /** The requests that must be accepted, because a limit that is too strict would block guests too. */
  minAccepted: number
  run(shops: Shops, tries: number): Promise<Sent[]>
}

/** Addresses, phone numbers and faces of the n-th request. */
type Plan = (index: number) => { sender: Sender; phone: string; fields?: object }

/** All at the same time: limits that are read before the transaction are then exceeded. */
function atOnce(plan: Plan): Attack['run'] {
  return (shops, tries) =>
    Promise.all(Array.from({ length: tries }, (_, index) => sendOne(shops, plan, index)))
}

function sendOne(shops: Shops, plan: Plan, index: number): Promise<Sent> {
  const { sender, phone, fields } = plan(index)
  return shops.send(sender, { phone, time: evening[index % evening.length], ...fields })
}

const spellings = ['0912345678', '+84912345678', '84-912-345-678', '0912 345 678']
const faces: readonly Face[] = ['api', 'form', 'mcp']
const addressOf = (index: number) => `203.0.${Math.floor(index / 250)}.${index % 250}`
const phone = (index: number) => phoneOf(1_000 + index)

export const attacks: readonly Attack[] = [
  {
    id: 'a',
    maxOpen: 3,
    minAccepted: 3,
    run: atOnce((index) => ({
      sender: { address: '198.51.100.1' },
      phone: spellings[index % spellings.length] ?? '',
      fields: { party_size: 1 + (index % 2) },
    })),
  },
  {
    id: 'b',
    maxOpen: 5,
    minAccepted: 5,
    run: atOnce((index) => ({ sender: { address: '198.51.100.1' }, phone: phone(index) })),
  },
  {
    id: 'c',
    maxOpen: 3,
    minAccepted: 3,
    run: atOnce((index) => ({
      sender: { address: addressOf(index) },
      phone: spellings[index % spellings.length] ?? '',
    })),
  },
  {
    id: 'd /64',
    maxOpen: 5,
    minAccepted: 5,
    run: atOnce((index) => ({
      sender: { address: `2001:db8:1:1::${(index + 1).toString(16)}` },
      phone: phone(index),
    })),
  },
  {
    id: 'd /56',
    maxOpen: 10,
    minAccepted: 10,
    run: atOnce((index) => ({
      sender: { address: `2001:db8:1:${index.toString(16)}::1` },
      phone: phone(index),
    })),
  },
  {
    id: 'd /48',
    maxOpen: 20,
    minAccepted: 20,
    run: atOnce((index) => ({
      sender: { address: `2001:db8:1:${index.toString(16)}00::1` },
      phone: phone(index),
    })),
  },
  {
    // Every fourth request is of the heavy user; each other user sends one.
    id: 'e',
    maxOpen: 15,
    minAccepted: 15,
    run: (shops) =>
      atOnce((index) => ({
        sender: {
          ...{ address: '198.51.100.9', face: 'mcp' },
          user: index % 3 === 0 ? `user-${index}` : 'heavy',
        },
        phone: phone(index),
      }))(shops, 30),
  },
  {
    id: 'f',
    maxOpen: 5,
    minAccepted: 5,
    run: atOnce((index) => ({
      sender: { address: '198.51.100.1', face: faces[index % faces.length] ?? 'api' },
      phone: phone(index),
    })),
  },
  {
    id: 'g',
    maxOpen: 5,
    minAccepted: 5,
    async run(shops) {
      const sent: Sent[] = []
      for (let hours = 0; hours < 24; hours++) {
        const plan: Plan = (index) => ({
          sender: { address: '198.51.100.1' },
          phone: phone(hours * 6 + index),
        })
        sent.push(...(await atOnce(plan)(shops, 6)))
        shops.advance(hour + 1)
      }
      return sent
    },
  },
  {
    id: 'h',
    maxOpen: 1,
    minAccepted: 1,
    run: atOnce(() => ({
      sender: { address: '198.51.100.1' },
      phone: phone(0),
      fields: { time: '19:00' },
    })),
  },
]
