/** Inputs for the pages and forms of the site and the desk, with mutated fields and paths. */
import type { Random } from '../support/random.ts'
import { formBytes, type InputMaker } from './api-inputs.ts'
import type { CrawlResult, PageForm } from './crawl.ts'
import { createInput, type FuzzInput, type FuzzListener } from './input.ts'
import { jsonBytes, mutateFields, oddValue } from './mutate.ts'
import { oddHeaders } from './odd-headers.ts'
import { oddQuery, oddTarget } from './odd-target.ts'
import { nameText, oddText, phone } from './odd-text.ts'
import type { Header } from './request.ts'
import type { Fields, KnownValues } from './schema.ts'
import type { FuzzTarget } from './target.ts'

/** Requests of the scripts of the desk, and routes without a link. */
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

/** Excluded: forms that hash a password, rebuild the shop or sign the session out. */
const infrequentPaths =
  /^\/(sign-in|sign-out|join|closed\/(close|open)|account\/(password|sessions)|team\/)/

export function createSiteInputMaker({ site, knownValues, ports }: FuzzTarget): InputMaker {
  return createPageInputMaker('site', site, [], knownValues, `127.0.0.1:${ports.site}`, () => [])
}

export function createDeskInputMaker(fuzzTarget: FuzzTarget): InputMaker {
  const { desk, knownValues, ports } = fuzzTarget
  const host = `127.0.0.1:${ports.desk}`
  const signedIn = () => [['Cookie', fuzzTarget.cookie] as const]
  const signedInInputs = createPageInputMaker(
    'desk',
    desk,
    deskAddresses,
    knownValues,
    host,
    signedIn,
  )
  const signedOutInputs = createPageInputMaker(
    'desk',
    desk,
    deskAddresses,
    knownValues,
    host,
    () => [],
  )
  return (random) => {
    const isSignedIn = random.below(5) > 0
    const input = isSignedIn ? signedInInputs(random) : signedOutInputs(random)
    return {
      ...input,
      signedIn: isSignedIn,
      route: `${input.route}${isSignedIn ? '' : ' (outside)'}`,
    }
  }
}

function createPageInputMaker(
  listener: FuzzListener,
  { addresses, forms }: CrawlResult,
  extraAddresses: readonly string[],
  knownValues: KnownValues,
  host: string,
  extraHeaders: () => Header[],
): InputMaker {
  const pageKinds = [...addresses.keys(), ...extraAddresses].sort()
  const formKinds = [...forms.keys()].sort()
  const frequentForms = formKinds.filter((kind) => !infrequentPaths.test(kind.split(' ')[1] ?? ''))

  const createPageInput = (random: Random): FuzzInput => {
    const kind = random.pick(pageKinds)
    const [path = '', query = ''] = (addresses.get(kind) ?? kind).split('?')
    const queryParams = new URLSearchParams(query)
    for (const name of queryParams.keys()) {
      if (random.below(3) === 0)
        queryParams.set(name, fieldFor(name, queryParams.get(name) ?? '', knownValues, random))
    }
    const names = [...queryParams.keys(), 'date', 'q', 'days', 'line', 'next', 'did', 'page']
    const queryText = random.below(4) === 0 ? oddQuery(random, names) : String(queryParams)
    const target = oddTarget(queryText === '' ? path : `${path}?${queryText}`, random)
    const headers = [...extraHeaders(), ...oddHeaders(random)]
    return createInput(
      listener,
      `${listener} GET ${kind}`,
      { method: 'GET', target, headers, body: none },
      host,
      random,
    )
  }

  const createFormInput = (random: Random): FuzzInput => {
    const kind = random.pick(
      frequentForms.length > 0 && random.below(60) > 0 ? frequentForms : formKinds,
    )
    const { method, action, fields } = forms.get(kind) as PageForm
    const filled: Fields = {}
    for (const [name, value] of Object.entries(fields)) {
      filled[name] = random.below(2) === 0 ? fieldFor(name, value, knownValues, random) : value
    }
    const body = formBytes(mutateFields(filled, random), random)
    const request =
      method === 'GET'
        ? { method, target: `${action}?${body.toString('latin1')}`, body: none }
        : { method, target: random.below(15) === 0 ? oddTarget(action, random) : action, body }
    return createInput(
      listener,
      `${listener} ${kind}`,
      { ...request, headers: [...sentByForm, ...extraHeaders(), ...maybeOddHeaders(random)] },
      host,
      random,
    )
  }

  const createScriptInput = (random: Random): FuzzInput => {
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
    const request = {
      method: 'POST',
      target: path,
      body: jsonBytes(value, random),
      headers: [...headers, ...extraHeaders(), ...maybeOddHeaders(random)],
    }
    return createInput(listener, `${listener} POST ${path}`, request, host, random)
  }

  return (random) => {
    const kind = random.below(10)
    if (kind < 5 || formKinds.length === 0) return createPageInput(random)
    return kind < 9 || listener === 'site' ? createFormInput(random) : createScriptInput(random)
  }
}

const none = Buffer.alloc(0)

const sentByForm: readonly Header[] = [
  ['Content-Type', 'application/x-www-form-urlencoded'],
  ['Sec-Fetch-Site', 'same-origin'],
]

function maybeOddHeaders(random: Random): Header[] {
  return random.below(4) === 0 ? oddHeaders(random) : []
}

/** A valid or invalid value for a field with this name. */
function fieldFor(name: string, before: string, knownValues: KnownValues, random: Random): string {
  if (random.below(4) === 0) return oddText(random)
  if (/date/.test(name)) return random.pick(knownValues.days)
  if (/time|from|to$/.test(name)) return random.pick(knownValues.times)
  if (/phone/.test(name)) return phone
  if (/party/.test(name)) return String(1 + random.below(14))
  if (/code/.test(name)) return random.pick(knownValues.codes)
  if (/mail/.test(name)) return 'zqx@zqx.example'
  if (/consent/.test(name)) return '1'
  if (/name|note|reason|text|message/.test(name)) return nameText(random)
  if (/line|^q$/.test(name))
    return random.pick(['19h 4 người Zqx 0987650123', 'mai 12h30 Zqx', '10h', 'Zqx'])
  return before
}
