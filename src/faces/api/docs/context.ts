/** What the sections of the documentation are derived from. */
import type { Business } from '../../../content/shop.ts'
import type { Lifecycle } from '../../../kernel/lifecycle.ts'
import type { Operation } from '../../../kernel/operation.ts'
import type { WebhookDescription } from '../../../kernel/webhook-message.ts'
import type { Deprecations } from '../deprecation.ts'
import type { ConsentTexts } from './consent.ts'
import type { PublishedApi } from './published-api.ts'

export type DocsContext = {
  base: string
  business: Pick<Business, 'name' | 'vat'>
  consents: ConsentTexts
  operations: readonly Operation[]
  /** /openapi.json. */
  publishedApi(): PublishedApi
  /** What has states: bookings, and where the shop has them deposits and orders. */
  lifecycles: readonly Lifecycle[]
  webhooks: WebhookDescription
  writeLimit: number
  horizonDays: number
  /** Seconds in which staff can undo an action before the guest is emailed. */
  undoSeconds: number
  /** A bookable date and time for the examples. */
  bookable: { date: string; time: string } | undefined
  deprecations: Deprecations
}
