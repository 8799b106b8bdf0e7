/** Who works in a shop with appointments, and how many rooms or seats it has. */
import { isDeepStrictEqual } from 'node:util'
import type { Field } from '../../../content/edit/fields.ts'
import { nameOf, valueAt } from '../../../content/field-label.ts'
import type { Locale, LocalizedText } from '../../../kernel/locale.ts'
import { type Html, html } from '../../../ui/html.ts'
import { option } from '../../components.ts'
import { findOffers } from '../../editor/offer-part.ts'
import { choiceText } from '../../editor/part-titles.ts'
import { filesIn, isSampleItem, itemsOf, type LeftoverValues } from '../leftovers.ts'
import { findPlaceLists, type PartList, placesStepId } from '../place-parts.ts'
import type { SetupState } from '../state.ts'
import type { SetupStep } from '../step.ts'

/** Rows of the form; an owner with more people adds the others in the editor. */
const minRows = 6
const maxPlaces = 50

export const peopleStep: SetupStep = {
  id: placesStepId,
  title: { vi: 'Người làm, chỗ làm', en: 'People and places' },
  hint: {
    vi: 'Ghi tên những người nhận khách. Giờ làm và việc từng người làm được bạn sửa sau; lúc đầu ai cũng làm mọi việc, cả giờ mở cửa.',
    en: 'Name the people who serve guests. Their hours and skills can follow later: at first everyone does everything, at all opening hours.',
  },
  summary(state) {
    const { people, places } = findPlaceLists(state.editor)
    if (isOfSampleList(state, people) && isOfSampleList(state, places)) return undefined
    const names = ownItems(state, people).flatMap((one) => nameOf(one) ?? [])
    const count = ownItems(state, places).length
    const title = places?.part.title[state.locale] ?? ''
    return [...names, ...(count > 0 ? [`${title}: ${count}`] : [])].join(', ')
  },
  fields(state, { form }) {
    const { people, places } = findPlaceLists(state.editor)
    const { locale } = state
    const known = ownItems(state, people)
    const rows = Array.from({ length: Math.max(minRows, known.length + 1) }, (_, index) =>
      personRow(people, known[index], index, { form, locale }),
    )
    const count = form?.get('places') ?? (ownItems(state, places).length || '')
    return html`<fieldset class="edit-field"><legend>${people?.part.title[locale]}</legend>${rows}</fieldset>
<div class="edit-field"><label for="field-places">${placesLabel(places, locale)}</label>
<input id="field-places" name="places" type="number" inputmode="numeric" min="0" max="${maxPlaces}" value="${count}">
<p class="hint">${words.placesHint[locale]}</p></div>`
  },
  async read(state, { form }) {
    const { people, places } = findPlaceLists(state.editor)
    const values: LeftoverValues = new Map()
    if (people) setItems(state, people, readPeople(state, people, form), values)
    if (places) setPlaces(state, places, Number(form.get('places') ?? 0), values)
    return { values }
  },
}

/** Whether all entries are still those of the sample. */
function isOfSampleList(state: SetupState, list: PartList | undefined): boolean {
  if (!list) return true
  return ownItems(state, list).length === 0 && itemsOf(state.read(list.file), list.list).length > 0
}

/** Without those of the sample, which another step may have changed. */
function ownItems(state: SetupState, list: PartList | undefined): readonly unknown[] {
  if (!list) return []
  return itemsOf(state.read(list.file), list.list).filter(
    (item) => !isSampleItem(state, list.part, list.list, item),
  )
}

function personRow(
  list: PartList | undefined,
  person: unknown,
  index: number,
  { form, locale }: { form: URLSearchParams | undefined; locale: Locale },
): Html {
  const id = `field-person-${index}`
  const gender = list?.item.gender
  const chosen = form?.get(`person.${index}.gender`) ?? String(valueAt(person, ['gender']) ?? '')
  const genderFields =
    gender?.type === 'choice' &&
    genderSelect(gender, { id: `${id}-gender`, name: `person.${index}.gender`, chosen, locale })
  return html`<div class="setup-person"><div><label for="${id}">${personLabel(index)[locale]}</label>
<input id="${id}" name="person.${index}" type="text" maxlength="60" autocomplete="off"
  value="${form?.get(`person.${index}`) ?? nameOf(person) ?? ''}"></div>
${genderFields}</div>`
}

function genderSelect(
  field: Extract<Field, { type: 'choice' }>,
  { id, name, chosen, locale }: { id: string; name: string; chosen: string; locale: Locale },
): Html {
  const options = field.values.map((value) =>
    option(value, choiceText(value)[locale], value === chosen),
  )
  return html`<div><label for="${id}">${words.gender[locale]}</label><select id="${id}"
  name="${name}">${options}</select></div>`
}

/** A person whom the shop knows keeps shifts and skills. */
function readPeople(state: SetupState, list: PartList, form: URLSearchParams): unknown[] {
  const known = ownItems(state, list)
  const count = Math.max(minRows, known.length + 1)
  return Array.from({ length: count }, (_, index) => index).flatMap((index) => {
    const name = (form.get(`person.${index}`) ?? '').trim()
    if (name === '') return []
    const before = known.find((one) => nameOf(one) === name) ?? {}
    const gender = form.get(`person.${index}.gender`)
    return [{ ...(before as object), name, ...(gender !== null && list.item.gender && { gender }) }]
  })
}

/** A file without entries is not needed: the shop itself then does everything. */
function setItems(
  state: SetupState,
  partList: PartList,
  items: readonly unknown[],
  values: LeftoverValues,
): void {
  const { file, list } = partList
  const isSample = isOfSampleList(state, partList)
  if (!isSample && isDeepStrictEqual(itemsOf(state.read(file), list), items)) return
  const rest = isSample ? {} : (state.read(file) as object)
  values.set(file, items.length === 0 ? null : { ...rest, [list]: items })
}

/** New places are all of one kind, so services no longer name the kinds of the sample. */
function setPlaces(
  state: SetupState,
  places: PartList,
  typed: number,
  values: LeftoverValues,
): void {
  const count = Math.min(maxPlaces, Math.max(0, Math.floor(typed) || 0))
  const known = ownItems(state, places)
  const wasSample = isOfSampleList(state, places)
  if (!wasSample && known.length === count) return
  const items = Array.from(
    { length: count },
    (_, index) =>
      known[index] ?? { name: `${places.part.title.vi} ${index + 1}`, ...kindOf(places) },
  )
  setItems(state, places, items, values)
  if (!wasSample) return
  const { folder, list, members } = findOffers(state.editor)
  const isPlace = (name: string) =>
    members[name] !== undefined && isReferenceTo(members[name], places.file)
  for (const file of filesIn(state.files, folder)) {
    const value = state.read(file)
    const services = itemsOf(value, list).map((one) =>
      Object.fromEntries(
        // A treatment of the sample for two needs a room and people for two.
        Object.entries(one as object).filter(([name]) => !isPlace(name) && name !== 'guests'),
      ),
    )
    values.set(file, { ...(value as object), [list]: services })
  }
}

/** The kind that a shop has without naming any, as the place has to say it: `kind: seat` or `kinds: [room]`. */
function kindOf({ part, item }: PartList): object {
  const id = valueAt(part.members.kinds?.whenEmpty, [0, 'id'])
  if (typeof id !== 'string') return {}
  return item.kinds ? { kinds: [id] } : { kind: id }
}

function isReferenceTo(field: Field, file: string): boolean {
  return field.type === 'reference' && field.file === file
}

function placesLabel(places: PartList | undefined, locale: Locale): string {
  return {
    vi: `Số ${places?.part.title.vi.toLowerCase()}`,
    en: `How many ${places?.part.title.en.toLowerCase()}`,
  }[locale]
}

function personLabel(index: number): LocalizedText {
  return { vi: `Người ${index + 1}`, en: `Person ${index + 1}` }
}

const words = {
  gender: { vi: 'Nam hay nữ', en: 'Gender' },
  placesHint: {
    vi: 'Để trống nếu mỗi người có một chỗ làm riêng.',
    en: 'Leave it empty if each person has a place of their own.',
  },
} satisfies Record<string, LocalizedText>
