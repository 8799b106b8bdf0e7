/** A request for each privileged route of the desk, and the table of routes to compare the list with. */
import type { ContentReloader, DeskContext } from '../../src/desk/context.ts'
import type { Previews } from '../../src/desk/editor/preview.ts'
import type { Screen } from '../../src/desk/screen.ts'
import { createScreens } from '../../src/desk/screens.ts'
import type { Shop } from '../../src/domain/trade/trade.ts'

type PrivilegedRequest = {
  route: string
  fields: Record<string, string>
  /** For a session with a fresh sign-in: fields with which the action changes nothing that later requests need. */
  harmless?: Record<string, string>
  /** The action is to open the page. */
  isPage?: true
}

const guest = { guest: '0912 345 678' }
const unknownGuest = { guest: '0900 000 000' }

export const privilegedRequests: readonly PrivilegedRequest[] = [
  { route: '/team/invite', fields: { role: 'owner' }, harmless: { role: 'host' } },
  { route: '/team/{id}/again', fields: {} },
  { route: '/team/{id}/revoke', fields: {} },
  { route: '/team/{id}/role', fields: { role: 'owner' } },
  { route: '/numbers/export', fields: { from: '2026-11-01', to: '2026-11-30' } },
  { route: '/subscribers/export', fields: {} },
  { route: '/newsletter/{slug}/send', fields: {} },
  { route: '/channels/{channel}/test', fields: {} },
  { route: '/guest-data/export', fields: guest, harmless: unknownGuest },
  { route: '/guest-data/erase', fields: guest },
  { route: '/guest-data/erase/now', fields: { ...guest, cancel: '1' }, harmless: unknownGuest },
  {
    route: '/guest-data/requests',
    fields: { kind: 'see', way: 'phone', contact: guest.guest, came_on: '2026-11-16' },
  },
  { route: '/guest-data/requests/{id}/{step}', fields: {} },
  { route: '/guest-data/receipts/{code}/scrub', fields: {} },
  {
    route: '/account/password',
    fields: { password: 'con trâu đen ăn cỏ xanh' },
    harmless: { password: 'x' },
  },
  { route: '/account/password/remove', fields: {} },
  { route: '/account/passkeys/{id}/remove', fields: {} },
  { route: '/account/sessions/{hash}/end', fields: {} },
  { route: '/account/calendar', fields: {}, isPage: true },
  { route: '/account/feed', fields: {} },
  { route: '/account/options', fields: {} },
  { route: '/account/passkey', fields: {} },
]

/** Routes with these names are privileged if they change something, except those that follow, with the reason. */
const sensitive = /^\/(team|guest-data|account|channels|subscribers)\b|export/
const ordinary: Readonly<Record<string, string>> = {
  '/guest-data/kept': 'shows numbers; a POST so that no phone number is in the URL',
  '/account/language': 'changes only the language',
  '/channels/again/{id}': 'repeats a message that was due anyway',
}

/** Where the table of routes of the desk and this list differ, and sensitive routes that are not privileged. */
export function compareRoutes(shop: Shop): string[] {
  const screens = listScreens(shop)
  const declared = screens.filter(({ needsFreshSignIn }) => needsFreshSignIn)
  const listed = new Set(privilegedRequests.map(({ route }) => route))
  return [
    ...declared
      .filter(({ path }) => !listed.has(path))
      .map(({ path }) => `${path} is privileged and has no request in this list`),
    ...[...listed]
      .filter((route) => !declared.some(({ path }) => path === route))
      .map((route) => `${route} is not privileged`),
    ...screens
      .filter(
        ({ path, submit, needsFreshSignIn }) =>
          submit && sensitive.test(path) && !needsFreshSignIn && ordinary[path] === undefined,
      )
      .map(({ path }) => `${path} changes something and is not privileged`),
  ]
}

/** The screens are only listed, so they need no more of the context than at their creation. */
function listScreens(shop: Shop): Screen[] {
  const content = { folder: '', state: () => ({ kind: 'loaded' }) } as ContentReloader
  const context: Partial<DeskContext> = { shop, deskUrl: 'http://localhost:3001', content }
  const previews: Partial<Previews> = {}
  return createScreens(context as DeskContext, [], previews as Previews)
}
