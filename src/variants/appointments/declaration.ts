/**
 * What a trade with appointments declares. Its functions may declare parameters with the types of its own files, which
 * have more members than those here.
 */

import type { z } from 'zod'
import type { Block, Page } from '../../content/document.ts'
import type { DynamicPage } from '../../content/dynamic-page.ts'
import type { Business } from '../../content/shop.ts'
import type { Assortment, Named, Offer } from '../../domain/catalogue/offer.ts'
import type { OrderRules } from '../../domain/catalogue/order.ts'
import type { Reader, StepChoice } from '../../domain/forms/booking-form.ts'
import type { FindPicture } from '../../domain/pages/pictures.ts'
import type { AliasedItem } from '../../domain/quick-entry/aliases.ts'
import type { QuestionConsent } from '../../domain/scheduling/guest-question.ts'
import type {
  Assignment,
  BookingRequestDetails,
  BookingRules,
  ParsedDetails,
  Phrase,
} from '../../domain/scheduling/rules.ts'
import type { Check } from '../../domain/trade/declaration.ts'
import type { ShopOperations } from '../../domain/trade/operations.ts'
import type { ToolContext } from '../../domain/trade/tool-context.ts'
import type { ArgumentReading } from '../../kernel/argument-reader.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import type { caution, Prompt, Tool } from '../../kernel/tool.ts'
import type {
  AppointmentFiles,
  AppointmentValues,
  HealthBox,
  ListedService,
  Service,
  Worker,
} from './values.ts'
import type { Words } from './words.ts'

export type AppointmentTrade<Id extends string = string> = {
  id: Id
  /** Prefix of every booking code: easy to say, without letters that look like digits. */
  codePrefix: string
  /** schema.org type of the place. */
  placeType: string
  words: Words
  files: AppointmentFiles
  /** Texts of a shop in which no price depends on the variant, if they differ. */
  withoutVariants?: Partial<AppointmentTexts>
  /** Preferences in a shop whose owner named no people. */
  withoutPeople?: Preferences
  service: ServiceTexts & {
    /** Explains the price of a service without variants. */
    priceNote?(service: Service): LocalizedText | undefined
    /** Names in quick entry, if not the names and short names of the content. */
    aliases?(services: readonly Service[]): AliasedItem[]
  }
  person: PersonTexts
  /** Where a guest spends the time of an appointment: "in the chair". */
  during: string
  attention: Attention
  health: {
    label: LocalizedText
    hint: LocalizedText
    consent: QuestionConsent
    /** Heading of the advice on the page of a service. */
    adviceTitle: LocalizedText
  }
  form: { title: LocalizedText; categoryQuestion: LocalizedText }
  listPage: {
    title: LocalizedText
    description: LocalizedText
    /** Asks for a tag: "How do you feel?" */
    question: LocalizedText
    /** The tags in groups, if there are many. */
    tagGroups?(
      values: AppointmentValues,
    ): readonly { name: LocalizedText; tags: readonly Named[] }[]
    /** The description of the page of packages. */
    packages: LocalizedText
    /** The end of the page; by default the disclaimer about health. */
    end?(values: AppointmentValues, locale: Locale): Block[]
  }
  toolTexts: ToolTexts
  prompts: PromptTexts
  /** If a request can say more than the service and the person. */
  preferences?: Preferences
  /** What the trade sells besides appointments. */
  otherOffers?: OtherOffers
  /** Pages of the trade's own, between the lists and the team. */
  pages?(values: AppointmentValues, offers: readonly Offer[], find: FindPicture): Page[]
  checks?: readonly AppointmentCheck[]
  orders?(values: AppointmentValues, assortment: Assortment): OrderRules | undefined
  /** For a shop that cannot send emails: the values that differ on its pages, and the paths of these pages. */
  withoutEmail?: { values(values: AppointmentValues): object; paths: readonly string[] }
  forms?(
    values: AppointmentValues,
    business: Business,
    operations: ShopOperations,
    assortment: Assortment,
  ): readonly DynamicPage[]
  /** All tools of the trade in their order; by default those of the builder. */
  tools?(values: AppointmentValues, context: ToolContext, tools: AppointmentTools): readonly Tool[]
}

/** A trade may have files of its own. */
export type AppointmentCheck = Check<AppointmentValues & Readonly<Record<string, unknown>>>

/** The parts that may mention the variants. */
type AppointmentTexts = Pick<
  AppointmentTrade,
  'placeType' | 'service' | 'person' | 'health' | 'listPage' | 'toolTexts' | 'prompts'
>

type ServiceTexts = {
  /** Description of the request field, for programs. */
  description: string
  /** Says that a request names no service. */
  missing: LocalizedText
}

type PersonTexts = {
  /** Label of the requested person at the desk. */
  label: LocalizedText
  /** Label of the assigned person on the page of a booking. */
  assignedLabel: LocalizedText
  /** Question of the booking form. */
  question: LocalizedText
  /** Words before a name in quick entry: "thợ". */
  titles: readonly string[]
  /** Why a day has no free times: no one who performs the service works. */
  noneWorks: LocalizedText
  /** The same for a requested person. */
  isAway: LocalizedText
  /** A guest in the example of a quick entry. */
  exampleGuest: LocalizedText
}

/** The rule by which staff must call the guest before the appointment. */
type Attention = {
  /** Whether a ticked box requires the call for this service. */
  applies(listed: ListedService, box: HealthBox): boolean
  /** Field of responses that is true then, and its description. */
  field: string
  description: string
  /** Row of the summary. */
  texts: Readonly<Record<Reader, LocalizedText>>
  /** Part of what an assistant reads back, and sentence of its result. */
  readBack: LocalizedText
  result: LocalizedText
  /** Mark of a service in the list for assistants. */
  mark?: { name: string; of(listed: ListedService): boolean }
  /** Notice for every guest of a service, on its page and before sending. */
  notice?(listed: ListedService, values: AppointmentValues): LocalizedText | undefined
  /** If staff must see the guest some hours before. */
  lead?: {
    hours(values: AppointmentValues): number
    tooLate(facts: { hours: number; day: LocalizedText; phone: string }): TooLateTexts
  }
}

/** It is too late to see the guest before: for one who must be seen, and for one who gets the notice. */
export type TooLateTexts = { required: LocalizedText; notice: LocalizedText }

/** The tools of the builder. */
export type AppointmentTools = {
  listServices: Tool
  /** None if the owner named no people. */
  listPeople: readonly Tool[]
  checkSlots: Tool
  requestAppointment: Tool
  requestChange: Tool
}

/** Descriptions consist of whole sentences; those about what the shop does not promise are marked. */
type ToolTexts = {
  /** Title and description of the list of services. */
  services: {
    title: string
    description(
      values: AppointmentValues,
      /** How prices are stated: "in VND (8% VAT included, no tip)". */
      prices: string,
    ): readonly (string | ReturnType<typeof caution>)[]
  }
  /** The tool whose definition has the ids of the tags, which saves tokens in the list of services. */
  tagsListedIn?: string
  /** Sentence about what is not known of people. */
  people: string
  /** Sentence about the party size. */
  party(services: readonly Service[]): string
  /** The details that a preview contains, besides the health boxes. */
  previewDetails: readonly string[]
  /** Sentence about what the health boxes lead to, if the shop has any. */
  health: string
  /** Sentence about what the shop does not promise. */
  promise: string
}

type PromptTexts = {
  book: {
    title: LocalizedText
    /** "a visit"; also part of the name. */
    visit: string
    /** What an assistant asks besides service, day and time; `asksHealth`: the shop has health boxes. */
    including(asksHealth: boolean): LocalizedText | undefined
  }
  choose: {
    description: LocalizedText
    tagDescription: string
    /** What to ask a guest who says nothing. */
    ask: LocalizedText
    /** Sentence that says what not to promise. */
    rule: LocalizedText
  }
  more?(values: AppointmentValues): readonly Prompt[]
}

export type ReadOtherPerson = (value: unknown) => ArgumentReading | undefined

/** What a request may say besides the service and the person, and how the assigned team is stored and described. */
export type Preferences = {
  fields: z.ZodRawShape
  /** Arguments of the tools that find times and that send a request. */
  queryArguments: z.ZodRawShape
  requestArguments: z.ZodRawShape
  /** What a client sends as the person, and is none: "female". */
  readPerson?: ReadOtherPerson
  labels: BookingRules['detailLabels']
  phrases: readonly Phrase[]
  /** Choices of the booking form besides the people; `names` are their parameters. */
  step: { names: readonly string[]; choices(able: readonly Worker[], locale: Locale): StepChoice[] }
  parse(
    values: AppointmentValues,
    input: Readonly<Record<string, unknown>>,
    scope: 'request' | 'day' | 'month',
  ): ParsedDetails
  /** The tool that lists people with their preferences. */
  listPeople(values: AppointmentValues, context: ToolContext): Tool
  /** Whether a person suits the request. */
  suits(person: Worker, details: BookingRequestDetails): boolean
  toAssignment(team: readonly Worker[]): Assignment
  response: {
    fields: z.ZodRawShape
    /** The fields that contain people. */
    people: readonly string[]
    of(details: BookingRequestDetails, people: readonly Pick<Worker, 'id' | 'name'>[]): object
  }
}

type OtherOffers = {
  files: readonly string[]
  groups(values: AppointmentValues): readonly OfferGroup[]
  offers(values: AppointmentValues): Offer[]
}

type OfferGroup = {
  file: { category: { id: string; name: LocalizedText } }
  list: string
  entries: readonly { id: string }[]
}
