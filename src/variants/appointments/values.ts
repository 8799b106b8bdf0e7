/** What the content of every trade with appointments has. A trade may have more members and more files. */
import type { z } from 'zod'
import type { NextPrice } from '../../content/dated-prices.ts'
import type { FileKind } from '../../content/file-kinds.ts'
import type { Named } from '../../domain/catalogue/offer.ts'
import type { Period } from '../../domain/scheduling/hours.ts'
import type { LocalizedText } from '../../kernel/locale.ts'
import type { healthBox, peopleFile, policyFile, variantsFile } from './files.ts'

/** A service as the owner lists it. */
export type ListedService = {
  id: string
  name: LocalizedText
  description?: LocalizedText | undefined
  story?: LocalizedText | undefined
  tags: readonly string[]
  includes: readonly LocalizedText[]
  /** The kind of place that it needs. */
  place: string
  ask_first: readonly string[]
  not_with: readonly string[]
  vat?: string | undefined
  /** Minutes to prepare the place, and to clear it instead of those of all places. */
  setup_minutes?: number | undefined
  turn_minutes?: number | undefined
  minutes?: number | undefined
  price?: number | undefined
  next_price?: NextPrice | undefined
  variants?: readonly PricedVariant[] | undefined
  /** Other names that staff use. */
  shortNames?: readonly string[]
  /** More than one guest side by side, each with a person. */
  guests?: number
}

type PricedVariant = {
  variant: string
  minutes: number
  price: number
  next_price?: NextPrice | undefined
}

export type ServiceGroup<Listed extends ListedService = ListedService> = {
  category: Named
  kind: 'treatment' | 'package'
  services: readonly Listed[]
}

/** A service that can be booked: a listed service, or one of its variants. */
export type Service<Listed extends ListedService = ListedService> = {
  /** "nhuom-mot-mau-dai", or the listed id if there are no variants. */
  id: string
  name: LocalizedText
  minutes: number
  price: number
  category: string
  kind: ServiceGroup['kind']
  variant: Variant | undefined
  listed: Listed
}

export type Place = Named & {
  guests?: number
  kind?: string | undefined
  kinds?: readonly string[] | undefined
  online?: boolean | undefined
}

type WrittenPlaces = {
  kinds: readonly Named[]
  places?: readonly Place[] | undefined
  turn_minutes?: number
}
type Places = WrittenPlaces & { places: readonly Place[] }

export type Variant = z.infer<ReturnType<typeof variantsFile>['schema']>[number]
type WrittenWorker = z.infer<ReturnType<typeof peopleFile<Record<never, never>>>['schema']>[number]
type WrittenPolicy = z.infer<typeof policyFile.schema>

/** With what follows from other files if the owner left it out: see `complete.ts`. */
export type Worker = Completed<WrittenWorker, 'skills' | 'weekdays' | 'hours'> & {
  /** The hours that staff have set at the desk, by date; null if the person does not work that day. */
  dayHours?: Readonly<Record<string, Period | null>>
}
export type Policy = Completed<WrittenPolicy, 'first_start' | 'last_start'>

type Completed<Written, Names extends keyof Written> = Written & {
  [Name in Names]-?: NonNullable<Written[Name]>
}
export type HealthBox = z.infer<z.ZodObject<ReturnType<typeof healthBox>>>
type Health = { boxes: readonly HealthBox[]; disclaimer?: LocalizedText | undefined }

export type AppointmentValues = {
  readonly services: readonly ServiceGroup[]
  readonly variants?: readonly Variant[]
  readonly tags: readonly Named[]
  readonly people: readonly Worker[]
  readonly places: Places
  readonly health: Health
  readonly policy: Policy
}

type FileOf<Value> = { kind: 'one'; path: string; schema: z.ZodType<Value>; whenMissing?: unknown }

/** A service as it is written, before the first kind of place is added. */
type WrittenService = Omit<ListedService, 'place'> & { place?: string | undefined }
type WrittenGroup = Omit<ServiceGroup, 'services'> & { services: readonly WrittenService[] }

/** The files that the builder reads, besides files of the trade's own. */
export type AppointmentFiles = Readonly<Record<string, FileKind>> & {
  services: { kind: 'many'; folder: string; schema: z.ZodType<WrittenGroup> }
  tags: FileOf<readonly Named[]>
  people: FileOf<readonly WrittenWorker[]>
  places: FileOf<WrittenPlaces>
  health: FileOf<Health>
  policy: FileOf<WrittenPolicy>
}

/** What the owner wrote, before `complete.ts`. */
export type WrittenValues = {
  readonly services: readonly { services: readonly WrittenService[] }[]
  readonly people: WrittenWorker[]
  readonly places: { kinds: readonly Named[]; places?: Place[] | undefined }
  readonly policy: WrittenPolicy
}

/** The files of a trade, with what `complete.ts` adds. */
export type CompletedFiles<
  Files extends {
    services: readonly { services: readonly unknown[] }[]
    people: readonly unknown[]
    places: { places?: readonly unknown[] | undefined }
  },
> = Omit<Files, 'services' | 'people' | 'places' | 'policy'> & {
  readonly services: readonly (Omit<Files['services'][number], 'services'> & {
    services: readonly (Files['services'][number]['services'][number] & { place: string })[]
  })[]
  readonly people: readonly (Files['people'][number] &
    Pick<Worker, 'skills' | 'weekdays' | 'hours'>)[]
  readonly places: Files['places'] & { places: NonNullable<Files['places']['places']> }
  readonly policy: Policy
}

/** The person of a shop whose owner named no one: the shop itself, which guests need not choose. */
export const shopPersonId = 'shop'

/** The people whom guests can choose and read about. */
export function namedPeople<One extends { id: string }>(people: readonly One[]): readonly One[] {
  return people.filter(({ id }) => id !== shopPersonId)
}

export function kindsOf({ kind, kinds = [] }: Place): readonly string[] {
  return kind === undefined ? kinds : [kind]
}
