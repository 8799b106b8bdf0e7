/** What the content of every trade with appointments has. A trade may have more members and more files. */
import type { z } from 'zod'
import type { FileKind } from '../../content/folder.ts'
import type { Named } from '../../domain/catalogue/offer.ts'
import type { LocalizedText } from '../../kernel/locale.ts'
import type { healthBox, peopleFile, policyFile, variantsFile } from './files.ts'

/** A service as the owner lists it. */
export type ListedService = {
  id: string
  name: LocalizedText
  description: LocalizedText
  story: LocalizedText
  tags: readonly string[]
  includes: readonly LocalizedText[]
  /** The kind of place that it needs. */
  place: string
  ask_first: readonly string[]
  vat?: string | undefined
  minutes?: number | undefined
  price?: number | undefined
  variants?: readonly { variant: string; minutes: number; price: number }[] | undefined
  /** Other names that staff use. */
  shortNames?: readonly string[]
  /** More than one guest side by side, each with a person. */
  guests?: number
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

export type Place = Named & { guests?: number; kind?: string; kinds?: readonly string[] }

type Places = { kinds: readonly Named[]; places: readonly Place[]; turn_minutes?: number }

export type Variant = z.infer<ReturnType<typeof variantsFile>['schema']>[number]
export type Worker = z.infer<ReturnType<typeof peopleFile<Record<never, never>>>['schema']>[number]
export type Policy = z.infer<typeof policyFile.schema>
export type HealthBox = z.infer<z.ZodObject<typeof healthBox>>
type Health = { boxes: readonly HealthBox[]; disclaimer: LocalizedText }

export type AppointmentValues = {
  readonly services: readonly ServiceGroup[]
  readonly variants?: readonly Variant[]
  readonly tags: readonly Named[]
  readonly people: readonly Worker[]
  readonly places: Places
  readonly health: Health
  readonly policy: Policy
}

type FileOf<Value> = { kind: 'one'; path: string; schema: z.ZodType<Value> }

/** The files that the builder reads, besides files of the trade's own. */
export type AppointmentFiles = Readonly<Record<string, FileKind>> & {
  services: { kind: 'many'; folder: string; schema: z.ZodType<ServiceGroup> }
  tags: FileOf<readonly Named[]>
  people: FileOf<readonly Worker[]>
  places: FileOf<Places>
  health: FileOf<Health>
  policy: FileOf<Policy>
}

export function kindsOf({ kind, kinds = [] }: Place): readonly string[] {
  return kind === undefined ? kinds : [kind]
}
