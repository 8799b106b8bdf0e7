/** Creates the outbox dispatcher, which sends messages with the texts of the current shop through the open channels. */
import type { Config } from '../config/config.ts'
import { createComposer } from '../domain/messages/composer.ts'
import { createFirstEmailBudget } from '../domain/messages/first-email-budget.ts'
import { createQuietHours } from '../domain/messages/quiet-hours.ts'
import { createRoutes } from '../domain/messages/routes.ts'
import { createDispatcher, type Dispatcher } from '../domain/outbox/dispatcher.ts'
import type { OutboxEvent } from '../domain/outbox/fan-out.ts'
import type { OpenChannel } from '../kernel/channel.ts'
import type { Clock } from '../kernel/time.ts'
import type { Store } from '../store/sql.ts'
import type { AppHost } from './app-host.ts'

export type DispatcherOptions = {
  settings: Pick<Config, 'baseUrl' | 'deskUrl' | 'firstEmailsPerHour'>
  channels: readonly OpenChannel[]
  appHost: AppHost
  store: Store
  secret: string
  now: Clock
  onEvent(event: OutboxEvent): void
  /** Called at most once an hour. */
  onFirstEmailsSpent(): void
}

export function createMessageDispatcher({
  settings,
  channels,
  appHost,
  store,
  secret,
  now,
  onEvent,
  onFirstEmailsSpent,
}: DispatcherOptions): Dispatcher {
  return createDispatcher({
    store,
    channels,
    routes: createRoutes(channels),
    now,
    onEvent,
    admit: createQuietHours(
      createFirstEmailBudget({
        store,
        limitPerHour: settings.firstEmailsPerHour,
        now,
        onSpent: onFirstEmailsSpent,
      }),
      now,
    ),
    compose: createComposer(channels, {
      store,
      secret,
      now,
      base: settings.baseUrl,
      deskUrl: settings.deskUrl,
      offerName: appHost.offerName,
      get business() {
        return appHost.shop().business
      },
      get quote() {
        return appHost.shop().quote
      },
      get rules() {
        return appHost.shop().booking
      },
      get bookingForm() {
        return appHost.shop().bookingForm
      },
    }).compose,
  })
}
