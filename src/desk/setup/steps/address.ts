/** Where the shop is, with the place on the map. */
import { readField } from '../../../content/edit/read-fields.ts'
import { valueAt } from '../../../content/field-label.ts'
import { parseMapPlace } from '../../../content/map-link.ts'
import type { LocalizedText } from '../../../kernel/locale.ts'
import { type Html, html } from '../../../ui/html.ts'
import { memberField } from '../../editor/field-form.ts'
import type { Members } from '../../editor/parts.ts'
import { contactMembers, ownText } from '../business.ts'
import { type LeftoverValues, withoutPath } from '../leftovers.ts'
import { businessFile, isFileOfSample, isOfSample, type SetupState } from '../state.ts'
import { formContextOf, type SetupStep, type Shown } from '../step.ts'

/** A drawing of the streets around the sample. */
const mapDrawing = 'pictures/contact.svg'

export const addressStep: SetupStep = {
  id: 'address',
  title: { vi: 'Địa chỉ, bản đồ', en: 'Address and map' },
  hint: {
    vi: 'Khách bấm vào địa chỉ là mở bản đồ chỉ đường.',
    en: 'Guests tap the address to open directions in their map app.',
  },
  summary: (state) => ownText(state, ['address', 'street']),
  fields(state, shown) {
    const value = shown.form ? readAddress(state, shown.form) : ownAddress(state)
    const place = shown.form?.get('map') ?? ownPlace(state)
    return html`${Object.entries(membersOf(state)).map(([name, field]) =>
      memberField(`address.${name}`, field, valueAt(value, [name]), formContextOf(state, shown)),
    )}
${mapField(state, shown, place)}`
  },
  async read(state, { form }) {
    const map = (form.get('map') ?? '').trim()
    const geo = map === '' ? undefined : parseMapPlace(map)
    if (map !== '' && !geo) return /goo\.gl/.test(map) ? words.shortLink : words.noPlace
    const business = state.read(businessFile)
    const address = { ...withoutSample(state, business), ...readAddress(state, form) }
    const { geo: _geo, ...others } = business as Record<string, unknown>
    const values: LeftoverValues = new Map([
      [businessFile, { ...others, address, ...(geo && { geo }) }],
    ])
    if (isFileOfSample(state, mapDrawing)) values.set(mapDrawing, null)
    return { values }
  },
}

function membersOf(state: SetupState): Members {
  const address = contactMembers(state).address
  const { street, ward, city } = address?.type === 'entry' ? address.members : {}
  return { ...(street && { street }), ...(ward && { ward }), ...(city && { city }) }
}

/** The directions to the sample lead elsewhere. */
function withoutSample(state: SetupState, business: unknown): object {
  const address = isOfSample(state, businessFile, ['address', 'directions'])
    ? valueAt(withoutPath(business, ['address', 'directions']), ['address'])
    : valueAt(business, ['address'])
  const {
    street: _street,
    ward: _ward,
    city: _city,
    ...others
  } = address as Record<string, unknown>
  return others
}

/** Two shops may be in the same city: the street decides whether the address is still the sample's. */
function ownAddress(state: SetupState): unknown {
  return isOfSample(state, businessFile, ['address', 'street'])
    ? undefined
    : valueAt(state.read(businessFile), ['address'])
}

function readAddress(state: SetupState, form: URLSearchParams): Record<string, unknown> {
  const before = ownAddress(state)
  const { languages } = formContextOf(state, { errors: new Map() })
  const members = Object.entries(membersOf(state)).map(([name, field]) => [
    name,
    readField(field, `address.${name}`, valueAt(before, [name]), { form, languages }),
  ])
  return Object.fromEntries(members.filter(([, value]) => value !== undefined))
}

function ownPlace(state: SetupState): string {
  const { latitude, longitude } = (valueAt(state.read(businessFile), ['geo']) ?? {}) as {
    latitude?: number
    longitude?: number
  }
  const isSample = isOfSample(state, businessFile, ['geo'])
  return isSample || latitude === undefined ? '' : `${latitude}, ${longitude}`
}

function mapField({ locale }: SetupState, { errors }: Shown, typed: string): Html {
  const found = errors.get('map') ?? []
  return html`<div class="edit-field"><label for="field-map">${words.map[locale]}</label>
<input id="field-map" name="map" type="text" value="${typed}" autocomplete="off">
<p class="hint">${words.mapHint[locale]}</p>${found.length > 0 && html`<p class="field-error">${found.join(' ')}</p>`}
</div>`
}

const words = {
  map: { vi: 'Liên kết bản đồ (không bắt buộc)', en: 'Link to the map (optional)' },
  mapHint: {
    vi: 'Mở Google Maps, chạm giữ vào đúng cửa tiệm, chép hai con số hiện ra (ví dụ 21.0301, 105.8502) rồi dán vào đây; hoặc dán liên kết dài. Để trống thì bản đồ tìm theo địa chỉ.',
    en: 'In Google Maps, touch and hold your door, copy the two numbers (such as 21.0301, 105.8502) and paste them here, or paste the long link. Without it, the map searches for the address.',
  },
  shortLink: {
    vi: 'Liên kết rút gọn không cho biết vị trí. Hãy chép hai con số của vị trí, hoặc để trống ô này.',
    en: 'A short link does not contain the place. Copy the two numbers of the place, or leave this field empty.',
  },
  noPlace: {
    vi: 'Không thấy vị trí trong ô bản đồ. Hãy dán hai con số như 21.0301, 105.8502, hoặc để trống.',
    en: 'The map field names no place. Paste two numbers such as 21.0301, 105.8502, or leave it empty.',
  },
} satisfies Record<string, LocalizedText>
