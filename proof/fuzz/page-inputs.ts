/** Pages and forms of the site and of the desk, as they were found, with other fields and addresses. */
import type { Random } from '../support/random.ts'
import { formBytes, type ShotMaker } from './api-inputs.ts'
import type { Form, Grounds } from './crawl.ts'
import { type Door, type Shot, shotOf } from './input.ts'
import { jsonBytes, oddValue, spoilFields } from './mutate.ts'
import { oddHeaders } from './odd-headers.ts'
import { oddQuery, oddTarget } from './odd-target.ts'
import { nameText, oddText, phone } from './odd-text.ts'
import type { Header } from './request.ts'
import type { Fields, Lore } from './schema.ts'
import type { Premises } from './target.ts'

/** What the desk's scripts send, and what no page leads to. */
const scripted = [
  '/sign-in/options',
  '/sign-in/passkey',
  '/join/zqx',
  '/join/zqx/options',
  '/join/zqx/passkey',
  '/account/options',
  '/account/passkey',
  '/push/keep',
  '/push/forget',
  '/act/zqx.zqx',
  '/bookings/HEN-0000-0000-00/confirm',
  '/orders/THE-0000-0000-00/pay',
  '/leads/zqx',
  '/team/zqx/again',
  '/channels/zqx/test',
]

const deskAddresses = [
  '/live',
  '/calendar/a/b.ics',
  '/push/key',
  '/sign-in',
  '/act/zqx',
  '/join/zqx',
]

/** What costs a password's hash or builds the shop anew, or shows whoever tries out the door. */
const seldom = /^\/(sign-in|sign-out|join|closed\/(close|open)|account\/(password|sessions)|team\/)/

export function siteShots({ site, lore, ports }: Premises): ShotMaker {
  return pageShots('site', site, [], lore, `127.0.0.1:${ports.site}`, () => [])
}

export function deskShots(premises: Premises): ShotMaker {
  const { desk, lore, ports } = premises
  const host = `127.0.0.1:${ports.desk}`
  const signedIn = () => [['Cookie', premises.cookie] as const]
  const inside = pageShots('desk', desk, deskAddresses, lore, host, signedIn)
  const outside = pageShots('desk', desk, deskAddresses, lore, host, () => [])
  return (random) => {
    const isIn = random.below(5) > 0
    const shot = isIn ? inside(random) : outside(random)
    return { ...shot, signedIn: isIn, route: `${shot.route}${isIn ? '' : ' (outside)'}` }
  }
}

function pageShots(
  door: Door,
  { addresses, forms }: Grounds,
  more: readonly string[],
  lore: Lore,
  host: string,
  alsoSent: () => Header[],
): ShotMaker {
  const pageKinds = [...addresses.keys(), ...more].sort()
  const formKinds = [...forms.keys()].sort()
  const often = formKinds.filter((kind) => !seldom.test(kind.split(' ')[1] ?? ''))

  const read = (random: Random): Shot => {
    const kind = random.pick(pageKinds)
    const [path = '', query = ''] = (addresses.get(kind) ?? kind).split('?')
    const asked = new URLSearchParams(query)
    for (const name of asked.keys()) {
      if (random.below(3) === 0)
        asked.set(name, fieldFor(name, asked.get(name) ?? '', lore, random))
    }
    const names = [...asked.keys(), 'date', 'q', 'days', 'line', 'next', 'did', 'page']
    const rest = random.below(4) === 0 ? oddQuery(random, names) : String(asked)
    const target = oddTarget(rest === '' ? path : `${path}?${rest}`, random)
    const headers = [...alsoSent(), ...oddHeaders(random)]
    return shotOf(
      door,
      `${door} GET ${kind}`,
      { method: 'GET', target, headers, body: none },
      host,
      random,
    )
  }

  const fillIn = (random: Random): Shot => {
    const kind = random.pick(often.length > 0 && random.below(60) > 0 ? often : formKinds)
    const { method, action, fields } = forms.get(kind) as Form
    const filled: Fields = {}
    for (const [name, value] of Object.entries(fields)) {
      filled[name] = random.below(2) === 0 ? fieldFor(name, value, lore, random) : value
    }
    const body = formBytes(spoilFields(filled, random), random)
    const asked =
      method === 'GET'
        ? { method, target: `${action}?${body.toString('latin1')}`, body: none }
        : { method, target: random.below(15) === 0 ? oddTarget(action, random) : action, body }
    return shotOf(
      door,
      `${door} ${kind}`,
      { ...asked, headers: [...sentByForm, ...alsoSent(), ...oddly(random)] },
      host,
      random,
    )
  }

  const script = (random: Random): Shot => {
    const path = random.pick(scripted)
    const value = random.pick<unknown>([
      oddValue(random),
      { response: oddValue(random), name: oddValue(random) },
      {
        response: {
          id: 'zqx',
          rawId: 'zqx',
          type: 'public-key',
          response: { clientDataJSON: 'e30', [oddText(random)]: oddText(random) },
        },
      },
      {
        endpoint: random.pick(['https://zqx.example/', 'zqx', '']),
        keys: { p256dh: oddText(random), auth: 'zqx' },
      },
    ])
    const headers = [
      ['Content-Type', 'application/json'] as const,
      ['Sec-Fetch-Site', 'same-origin'] as const,
    ]
    const asked = {
      method: 'POST',
      target: path,
      body: jsonBytes(value, random),
      headers: [...headers, ...alsoSent(), ...oddly(random)],
    }
    return shotOf(door, `${door} POST ${path}`, asked, host, random)
  }

  return (random) => {
    const kind = random.below(10)
    if (kind < 5 || formKinds.length === 0) return read(random)
    return kind < 9 || door === 'site' ? fillIn(random) : script(random)
  }
}

const none = Buffer.alloc(0)

const sentByForm: readonly Header[] = [
  ['Content-Type', 'application/x-www-form-urlencoded'],
  ['Sec-Fetch-Site', 'same-origin'],
]

function oddly(random: Random): Header[] {
  return random.below(4) === 0 ? oddHeaders(random) : []
}

/** What somebody would write into a field of this name, or would not. */
function fieldFor(name: string, before: string, lore: Lore, random: Random): string {
  if (random.below(4) === 0) return oddText(random)
  if (/date/.test(name)) return random.pick(lore.days)
  if (/time|from|to$/.test(name)) return random.pick(lore.times)
  if (/phone/.test(name)) return phone
  if (/party/.test(name)) return String(1 + random.below(14))
  if (/code/.test(name)) return random.pick(lore.codes)
  if (/mail/.test(name)) return 'zqx@zqx.example'
  if (/consent/.test(name)) return '1'
  if (/name|note|reason|text|message/.test(name)) return nameText(random)
  if (/line|^q$/.test(name))
    return random.pick(['19h 4 người Zqx 0987650123', 'mai 12h30 Zqx', '10h', 'Zqx'])
  return before
}
