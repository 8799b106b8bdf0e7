/** Booking rules of appointments: a service needs a person who performs it and a suitable place. */

import { z } from 'zod'
import type { Business } from '../../content/shop.ts'
import { minutesBefore } from '../../domain/scheduling/cells.ts'
import type {
  BookingRequestDetails,
  BookingRules,
  Option,
  Start,
} from '../../domain/scheduling/rules.ts'
import { idFormat } from '../../kernel/field-formats.ts'
import { optional } from '../../kernel/input.ts'
import { lazy } from '../../kernel/memoize.ts'
import type { AppointmentTrade } from './declaration.ts'
import {
  assignedPersonDescription,
  offerField,
  personField,
  personRecord,
  withPerson,
} from './fields.ts'
import { hasTicked, healthQuestions } from './health.ts'
import { exclusionErrors, readHealth } from './health-rules.ts'
import { tooLateTexts } from './lead-time.ts'
import { quickEntryPhrases } from './quick-entry-phrases.ts'
import { parseDetails } from './request-details.ts'
import { allResources, resourceKinds } from './resources.ts'
import { canDo, partySizeOf, servicesById } from './services.ts'
import { createAppointmentRules } from './shifts.ts'
import { createStaffOptions, type ToOption } from './staff-options.ts'
import { hoursOfPerson } from './staffing.ts'
import { type AppointmentValues, kindsOf, namedPeople, type Worker } from './values.ts'
import { capitalize, label, namesOf, withArticle } from './words.ts'

export function bookingRules(
  trade: AppointmentTrade,
  values: AppointmentValues,
  business: Business,
): BookingRules {
  const { words, person, service: texts, attention, preferences } = trade
  const { people, places, health } = values
  const named = namedPeople(people)
  const names = namesOf(words)
  const services = servicesById(values)
  /** `undefined` if the service is no longer offered. */
  const serviceOf = ({ offerId }: BookingRequestDetails) => services.get(offerId)
  /** `undefined` also if the person has left: then anyone who can perform the service is possible. */
  const requestedPerson = (details: BookingRequestDetails) =>
    people.find(({ id }) => id === details[names.personDetail])

  const { rules, teamsAt } = createAppointmentRules<Worker>({
    business,
    policy: values.policy,
    minutesOf: (details) => serviceOf(details)?.minutes,
    skilled(details) {
      const service = serviceOf(details)
      return service ? people.filter((one) => canDo(one, service)) : []
    },
    suits: (one, details) => preferences?.suits(one, details) ?? true,
    teamSize(details) {
      const service = serviceOf(details)
      return service ? partySizeOf(service) : 1
    },
    texts: {
      noneWorks: person.noneWorks,
      person: words.person,
      noLongerOffered: {
        vi: `${capitalize(words.service.vi)} này không còn trong danh sách.`,
        en: `This ${words.service.en} is no longer offered.`,
      },
    },
    requestedWorker: requestedPerson,
  })

  const toAssignment =
    preferences?.toAssignment ?? (([one]) => (one ? { [words.person.en]: one.id } : {}))

  const toOption: ToOption = (service, team, place, start) => {
    const { setup_minutes: setup = 0, turn_minutes: turn = places.turn_minutes ?? 0 } =
      service.listed
    const placeTime = { minutes: start.minutes + turn, ...minutesBefore(setup, start) }
    const resources = team.map(({ id }) => `${words.person.en}:${id}`)
    return {
      holds: [
        ...resources.map((resource) => ({ resource, minutes: start.minutes })),
        { resource: `${words.place.en}:${place.id}`, ...placeTime },
      ],
      // Places of one kind first, so that places of several kinds stay free for other services.
      preference: kindsOf(place).length,
      balanceAcross: resources,
      assignment: { ...toAssignment(team), [words.place.en]: place.id },
    }
  }

  const options = (details: BookingRequestDetails, date: string, start: Start): Option[] => {
    const service = serviceOf(details)
    if (!service || partySizeOf(service) !== details.partySize) return []
    const suitable = places.places.filter(
      (place) =>
        kindsOf(place).includes(service.listed.place) && (place.guests ?? 1) >= details.partySize,
    )
    return teamsAt(details, date, start).flatMap((team) =>
      suitable.map((place) => toOption(service, team, place, start)),
    )
  }

  const staffOptions = createStaffOptions({
    words,
    people,
    places: places.places,
    serviceOf,
    requestedPerson,
    suits: (one, details) => preferences?.suits(one, details) ?? true,
    toOption,
  })

  /** The ids of the assigned people; a team is stored as a list. */
  const assignedIds = (assignment: Option['assignment']): string[] =>
    [assignment[words.person.en] ?? [], assignment[names.people] ?? []].flat()

  const offerId = offerField([...services.keys()], texts.description)
  const preferenceFields = {
    ...(named.length > 0 && {
      [names.personField]: personField(
        named,
        `${capitalize(withArticle(words.person.en))} the guest prefers; without it, anyone who is free.`,
      ),
    }),
    ...preferences?.fields,
  }
  const example = services.values().next().value?.name
  const questions = healthQuestions(health.boxes, {
    label: trade.health.label,
    hint: trade.health.hint,
    consent: trade.health.consent,
    description: `Health conditions that apply. Only the front desk and the ${words.person.en} see them.`,
  })

  const answerErrors: BookingRules['answerErrors'] = (input, now, isSoldOut) => {
    const service = services.get(String(input.offerId))
    if (!service || questions.length === 0) return []
    const reported = readHealth(values, questions, input)
    const mustBeSeen = reported.boxes.some((box) => attention.applies(service.listed, box))
    const late = mustBeSeen && tooLateTexts({ trade, values, business }, service, input, now)
    return [
      ...exclusionErrors(values, words, service, { ...reported, isSoldOut }),
      ...(late ? [{ name: 'date', code: 'too_soon', message: late.required } as const] : []),
    ]
  }

  return {
    ...rules,
    codePrefix: trade.codePrefix,
    requestFields: { offerId, ...preferenceFields },
    questions,
    answerErrors,
    queryFields: { offerId: optional(offerId), ...preferenceFields },
    parseDetails: (input, scope) =>
      preferences
        ? preferences.parse(values, input, scope)
        : parseDetails(trade, values, services, input, scope),
    holdMinutes: () => values.policy.hold_minutes,
    freeCancellationHours: () => values.policy.free_change_hours,
    options,
    staffOptions,
    staffProposals: (details, date, start, isFree) =>
      staffOptions(details, date, start, [])
        .filter(isFree)
        .toSorted((one, other) => one.broken.length - other.broken.length),
    dutyOn(resource, date) {
      const person = people.find(({ id }) => `${words.person.en}:${id}` === resource)
      if (!person) return undefined
      const hours = hoursOfPerson(person, date)
      return hours ? [hours] : []
    },
    resourcesOf: (assignment) => [
      ...assignedIds(assignment).map((id) => `${words.person.en}:${id}`),
      ...[assignment[words.place.en] ?? []].flat().map((id) => `${words.place.en}:${id}`),
    ],
    quickEntryPhrases: lazy(() => quickEntryPhrases(trade, values)),
    requestedResource: (details) => withPerson(requestedPerson(details)),
    detailLabels: { [names.personField]: person.label, ...preferences?.labels },
    extraPlace: {
      noun: label(words.place),
      kinds: places.kinds,
      seats: 1,
      resourceKind: words.place.en,
    },
    resources: allResources(words, values),
    resourceKinds: resourceKinds(words),
    quickEntryExample: {
      vi: `10h ${example?.vi} ${person.exampleGuest.vi} 0912345678`,
      en: `10am ${example?.en} ${person.exampleGuest.en} 0912345678`,
    },
    dayUnavailableText: person.isAway,
    requiresStaffCall(details, answers) {
      const listed = serviceOf(details)?.listed
      if (!listed) return false
      const boxes = health.boxes.filter((box) => attention.applies(listed, box))
      return hasTicked(answers, boxes)
    },
    toResponseFields(details, assignment, requiresStaffCall) {
      const ids = assignedIds(assignment)
      const assigned = people
        .filter(({ id }) => ids.includes(id))
        .map(({ id, name }) => ({ id, name }))
      return {
        ...(preferences
          ? preferences.response.of(details, assigned)
          : assigned[0] && { [words.person.en]: assigned[0] }),
        ...(requiresStaffCall && { [attention.field]: true }),
      }
    },
    responseFields: {
      ...(preferences?.response.fields ?? {
        [words.person.en]: personRecord.optional().describe(assignedPersonDescription),
      }),
      ...(health.boxes.length > 0 && {
        [attention.field]: z.boolean().optional().describe(attention.description),
      }),
    },
    slotFields: {
      [names.people]: z
        .array(z.string().meta(idFormat))
        .describe(`Ids of the ${names.people} who are free.`),
    },
    toSlotFields: (free) => ({
      [names.people]: [...new Set(free.flatMap(({ assignment }) => assignedIds(assignment)))],
    }),
  }
}
