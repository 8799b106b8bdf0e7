/** The booking form of trades with appointments: category, service, person, then day and time. */

import type { Business } from '../../content/shop.ts'
import type { Assortment, Named, Offer } from '../../domain/catalogue/offer.ts'
import { availabilityText } from '../../domain/catalogue/sold-out.ts'
import {
  anyValue,
  type BookingForm,
  type BookingStep,
  type Chosen,
  type Reader,
  type StepChoice,
} from '../../domain/forms/booking-form.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { formatMoney } from '../../kernel/money.ts'
import { plural } from '../../kernel/plural.ts'
import type { AppointmentTrade } from './declaration.ts'
import { readPeople } from './fields.ts'
import { noticeAt } from './lead-time.ts'
import { allServices, canDo, partySizeOf } from './services.ts'
import { type AppointmentValues, namedPeople, type Service, type Worker } from './values.ts'
import { capitalize, label, namesOf, withArticle } from './words.ts'

export function bookingForm(
  trade: AppointmentTrade,
  values: AppointmentValues,
  business: Business,
  { offers }: Assortment,
): BookingForm {
  const { words, person, form, attention, preferences } = trade
  const services = allServices(values)
  const offerById = new Map(offers.map((offer) => [offer.id, offer]))
  const isOffered = ({ id }: Service) => offerById.get(id)?.soldOut?.until !== null
  const kind = words.person.en
  const personNames = [namesOf(words).personField, ...(preferences?.step.names ?? []), kind]
  const { phone } = business
  const isNamed = namedPeople(values.people).length > 0
  /** A guest who has chosen the person first chooses among what that person does. */
  const isDoneBy = (service: Service, { offerId, ...chosen }: Chosen) => {
    const person = values.people.find(({ id }) => id === chosen[namesOf(words).personField])
    return offerId !== undefined || !person || canDo(person, service)
  }
  const sizes = [...new Set(services.map(partySizeOf))].toSorted((one, other) => one - other)
  const sizeOf = (offerId: string | undefined) => {
    const service = services.find(({ id }) => id === offerId)
    return service && String(partySizeOf(service))
  }
  /** The kind of place of all services for so many guests, if it is the same. */
  const placeOf = (guests: number) => {
    const ofSize = services.filter((one) => partySizeOf(one) === guests)
    const kinds = new Set(ofSize.map(({ listed }) => listed.place))
    return kinds.size > 1 ? undefined : values.places.kinds.find(({ id }) => kinds.has(id))
  }
  /** Only in a shop with services for several guests, who come together. */
  const guestsStep: BookingStep = {
    names: ['party_size'],
    leadsTo: 'offerId',
    label: { vi: 'Số người', en: 'Guests' },
    question: { vi: 'Mấy người?', en: 'For one or two?' },
    current({ offerId }): Chosen {
      const size = sizeOf(offerId)
      return size === undefined ? {} : { party_size: size }
    },
    choices: (_chosen, locale) =>
      sizes.map((guests) => ({
        sets: { party_size: String(guests) },
        text: sizeText(guests)[locale],
        ...(guests > 1 && { note: togetherText(placeOf(guests))[locale] }),
      })),
  }
  const personStep: BookingStep = {
    names: personNames,
    label: label(words.person),
    question: person.question,
    choices({ offerId }, locale) {
      const service = services.find(({ id }) => id === offerId)
      const able = values.people.filter((one) => service && canDo(one, service))
      return [
        ...personChoices(kind, able, locale),
        ...(preferences?.step.choices(able, locale) ?? []),
      ]
    },
  }
  return {
    title: form.title,
    intro: {
      vi: `Chọn ${words.service.vi}, ${isNamed ? 'người làm, ' : ''}ngày và giờ; hoặc gọi ${phone}.`,
      en:
        `Choose ${withArticle(words.service.en)}, ${isNamed ? `${withArticle(kind)}, ` : ''}the day ` +
        `and the time; or call ${phone}.`,
    },
    steps: [
      {
        names: ['category'],
        leadsTo: 'offerId',
        label: { vi: `Nhóm ${words.service.vi}`, en: `Kind of ${words.service.en}` },
        question: form.categoryQuestion,
        choices: (_chosen, locale) =>
          values.services.map(({ category, services: group }) => ({
            sets: { category: category.id },
            text: category.name[locale],
            note: group.map(({ name }) => name[locale]).join(' · '),
          })),
      },
      ...(sizes.length > 1 ? [guestsStep] : []),
      {
        names: ['offerId'],
        label: label(words.service),
        question: { vi: `${capitalize(words.service.vi)} nào?`, en: `Which ${words.service.en}?` },
        choices: (chosen, locale) =>
          services
            .filter(
              ({ id, category }) =>
                chosen.category === undefined ||
                category === chosen.category ||
                id === chosen.offerId,
            )
            .filter((one) => isDoneBy(one, chosen))
            .filter(
              (one) =>
                chosen.offerId !== undefined ||
                String(partySizeOf(one)) === (chosen.party_size ?? String(partySizeOf(one))),
            )
            .filter(isOffered)
            .map((one) => serviceChoice(one, offerById.get(one.id), locale)),
      },
      ...(isNamed ? [personStep] : []),
    ],
    findConflict(chosen) {
      const { offerId, party_size } = chosen
      const own = sizeOf(offerId)
      if (party_size === undefined) return undefined
      if (!sizes.includes(Number(party_size)))
        return { text: unknownSizeText(sizes, phone), remaining: {} }
      if (own === undefined || own === party_size) return undefined
      return { text: otherSizeText(Number(own), Number(party_size)), remaining: { party_size } }
    },
    optionalSteps: [],
    defaults(chosen) {
      const isPersonOpen = isNamed && !personNames.some((name) => name in chosen)
      return chosen.offerId !== undefined && isPersonOpen ? { [kind]: anyValue } : {}
    },
    timeGroups: partsOfDay,
    slotPlaces(slot, chosen) {
      const isOpen = personNames.every((name) => (chosen[name] ?? anyValue) === anyValue)
      const ids = slot[namesOf(words).people]
      if (!isNamed || !isOpen || !Array.isArray(ids) || values.people.length === 1) return []
      return ids.map((id) => values.people.find((one) => one.id === id)?.name ?? String(id))
    },
    onlyPlaceText: (name) => ({
      vi: `Các giờ này đều với ${name}.`,
      en: `All these times are with ${name}.`,
    }),
    carried: [],
    notes(chosen, locale, now) {
      const service = services.find(({ id }) => id === chosen.offerId)
      const notice = service && noticeAt({ trade, values, business }, service, chosen, now)
      return notice ? [notice.text[locale]] : []
    },
    terms: () => [],
    reservationType: 'EventReservation',
    placeType: trade.placeType,
    summary(response, locale, reader) {
      const people = readPeople(response, preferences?.response.people ?? [kind])
      const names = people.map(([, { name }]) => name)
      return [
        ...personRow(person.assignedLabel, names, locale),
        ...(response[attention.field] === true
          ? [attentionRow(attention.texts, locale, reader)]
          : []),
      ]
    },
  }
}

function sizeText(guests: number): LocalizedText {
  return {
    vi: `${guests} người`,
    en: `${guests} ${plural(guests, { one: 'guest', other: 'guests' })}`,
  }
}

/** "side by side · Double room" */
function togetherText(place: Named | undefined): LocalizedText {
  const [vi, en] = ['cạnh nhau', 'side by side']
  return place ? { vi: `${vi} · ${place.name.vi}`, en: `${en} · ${place.name.en}` } : { vi, en }
}

function otherSizeText(own: number, wanted: number): LocalizedText {
  return {
    vi: `Dịch vụ này dành cho ${sizeText(own).vi}. Dưới đây là những gì làm được cho ${sizeText(wanted).vi}.`,
    en: `This is for ${sizeText(own).en}. Here is what can be done for ${sizeText(wanted).en}.`,
  }
}

function unknownSizeText(sizes: readonly number[], phone: string): LocalizedText {
  const most = sizeText(Math.max(...sizes))
  return {
    vi: `Trang này nhận nhiều nhất ${most.vi} một lần. Đông hơn, xin gọi ${phone}.`,
    en: `This page takes at most ${most.en} at a time. For more, please call ${phone}.`,
  }
}

const partsOfDay: BookingForm['timeGroups'] = [
  { name: { vi: 'Buổi sáng', en: 'Morning' }, from: 0 },
  { name: { vi: 'Buổi chiều', en: 'Afternoon' }, from: 12 * 60 },
  { name: { vi: 'Buổi tối', en: 'Evening' }, from: 18 * 60 },
]

function serviceChoice(
  { id, name, minutes, price }: Service,
  offer: Offer | undefined,
  locale: Locale,
): StepChoice {
  const availability = offer && availabilityText(offer)?.[locale]
  const facts = [
    `${minutes} ${{ vi: 'phút', en: 'min' }[locale]}`,
    formatMoney(price, locale),
    ...(availability ? [availability] : []),
  ]
  return { sets: { offerId: id }, text: name[locale], note: facts.join(' · ') }
}

/** "Anyone", or one of the people who can do it. `kind` is the name of the person in the API. */
function personChoices(
  kind: string,
  able: readonly Pick<Worker, 'id' | 'name' | 'role'>[],
  locale: Locale,
): StepChoice[] {
  return [
    { sets: { [kind]: anyValue }, text: { vi: 'Ai cũng được', en: 'Anyone' }[locale] },
    ...able.map(({ id, name, role }) => ({
      sets: { [`${kind}_id`]: id },
      text: name,
      ...(role && { note: role[locale] }),
    })),
  ]
}

/** Empty if the assigned person has left the shop. */
function personRow(
  term: LocalizedText,
  people: readonly string[],
  locale: Locale,
): [term: string, text: string][] {
  return people.length === 0 ? [] : [[term[locale], people.join(', ')]]
}

/** Summary row for a guest whom staff must contact before the appointment. */
function attentionRow(
  texts: Readonly<Record<Reader, LocalizedText>>,
  locale: Locale,
  reader: Reader,
): [term: string, text: string] {
  return [noteTerms[reader][locale], texts[reader][locale]]
}

const noteTerms: Readonly<Record<Reader, LocalizedText>> = {
  guest: { vi: 'Xin lưu ý', en: 'Please note' },
  staff: { vi: 'Lưu ý', en: 'Note' },
}
