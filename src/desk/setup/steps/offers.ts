/** The first offers: typed or pasted lines, cells of a spreadsheet, or a CSV file. They replace those of the sample. */
import { type CategoryFile, readOfferTable } from '../../../content/edit/offer-table.ts'
import { nameOf, valueAt } from '../../../content/field-label.ts'
import type { Locale, LocalizedText } from '../../../kernel/locale.ts'
import { formatMoney } from '../../../kernel/money.ts'
import { decodeTable, parseCsv } from '../../../kernel/parse-csv.ts'
import { plural } from '../../../kernel/plural.ts'
import { type Html, html } from '../../../ui/html.ts'
import { itemList } from '../../components.ts'
import { categoryFileOf } from '../../editor/editor.ts'
import { findOffers } from '../../editor/offer-part.ts'
import { partUrl } from '../../editor/paths.ts'
import {
  filesIn,
  itemsOf,
  type LeftoverValues,
  listLeftovers,
  removeAllOfSample,
} from '../leftovers.ts'
import { listOwnOffers, ownCategories } from '../own-offers.ts'
import type { SetupState } from '../state.ts'
import type { SetupStep } from '../step.ts'

const maxTableBytes = 2_000_000

const usualMinutes = 60

export const offersStep: SetupStep = {
  id: 'offers',
  title: { vi: 'Món, dịch vụ đầu tiên', en: 'First offers' },
  hint: {
    vi: 'Gõ hoặc dán danh sách từ Zalo, Excel: mỗi dòng một tên và giá. Ảnh, mô tả, dị ứng bạn thêm sau.',
    en: 'Type or paste a list from a chat or a spreadsheet: a name and a price on each line. The rest can follow later.',
  },
  hasUploads: true,
  summary(state) {
    const { length } = listOwnOffers(state)
    return length === 0 ? undefined : countOffers(length)[state.locale]
  },
  fields(state, { form }) {
    const { locale } = state
    const { part, members } = findOffers(state.editor)
    const own = listOwnOffers(state)
    const hasSample = listLeftovers(state).some(({ id }) => id === part.id)
    return html`${own.length > 0 && ownList(state, own)}
<div class="edit-field"><label for="field-lines">${words[own.length > 0 ? 'more' : 'lines'][locale]}</label>
<textarea id="field-lines" name="lines" rows="7"
  placeholder="${exampleOf('minutes' in members)}">${form?.get('lines') ?? ''}</textarea>
<p class="hint">${words[('minutes' in members ? 'timedHint' : 'linesHint')][locale]}</p></div>
${'minutes' in members && minutesField(form?.get('minutes') ?? String(usualMinutes), locale)}
<div class="edit-field"><label for="field-table">${words.table[locale]}</label>
<input id="field-table" name="table" type="file" accept=".csv,.txt,.tsv,text/csv,text/plain"></div>
${hasSample && removeBox(form, locale)}`
  },
  async read(state, { form, uploads }) {
    const upload = uploads.get('table')
    if (upload && upload.length > maxTableBytes) return words.tooLarge
    const text = upload ? decodeTable(upload) : (form.get('lines') ?? '')
    if (text === undefined) return words.encoding
    const rows = parseCsv(text)
    const shouldRemove = form.get('sample') === 'remove'
    if (rows.length === 0 && listOwnOffers(state).length === 0) return words.missing
    const removed: LeftoverValues = shouldRemove ? removeAllOfSample(state) : new Map()
    const defaultMinutes = Number(form.get('minutes')) || usualMinutes
    const values = addOffers(state, { rows, removed, defaultMinutes })
    return { values: new Map([...removed, ...values]), isShownAgain: rows.length > 0 }
  },
}

type NewOffers = {
  rows: readonly (readonly string[])[]
  removed: LeftoverValues
  defaultMinutes: number
}

/** A line without a category goes to the owner's first one, never to one of the sample. */
function addOffers(
  state: SetupState,
  { rows, removed, defaultMinutes }: NewOffers,
): LeftoverValues {
  const { part, list, members, folder } = findOffers(state.editor)
  const read = (file: string) => (removed.has(file) ? removed.get(file) : state.read(file))
  const taken = new Set(filesIn(state.files, folder).filter((file) => removed.get(file) !== null))
  const newFile = (category: string): CategoryFile => {
    const file = categoryFileOf(part, [...taken], category)
    const value = taken.has(file) ? read(file) : { category: { name: category } }
    taken.add(file)
    return { file, value }
  }
  const own = ownCategories(state).map(({ file }) => file)
  const others = [...taken].filter((file) => !own.includes(file))
  const existing = (names: readonly string[]) => names.map((file) => ({ file, value: read(file) }))
  const first = own.length > 0 ? existing(own) : [newFile(part.title.vi)]
  const files = [...first, ...existing(others)]
  const { languages } = state.context.shop
  const values = readOfferTable({ rows, files, list, members, languages, newFile, defaultMinutes })
  for (const [file, value] of values) if (itemsOf(value, list).length === 0) values.delete(file)
  return values
}

function ownList(state: SetupState, own: readonly unknown[]): Html {
  const { locale } = state
  const { part } = findOffers(state.editor)
  const lines = own.map((offer) => {
    const price = valueAt(offer, ['price'])
    const minutes = valueAt(offer, ['minutes'])
    const details = [
      typeof minutes === 'number' && { vi: `${minutes} phút`, en: `${minutes} min` }[locale],
      typeof price === 'number' && formatMoney(price, locale),
    ]
    return html`<li><b>${nameOf(offer)}</b> <span>${details.filter((one) => one !== false).join(' · ')}</span></li>`
  })
  const [file = ''] = ownCategories(state).map((one) => one.file)
  return html`<section><h2>${countOffers(own.length)[locale]}</h2>${itemList(lines)}
<p><a href="${partUrl(part.id, file)}">${words.edit[locale]}</a></p></section>`
}

function minutesField(value: string, locale: Locale): Html {
  return html`<div class="edit-field"><label for="field-minutes">${words.minutes[locale]}</label>
<input id="field-minutes" name="minutes" type="number" inputmode="numeric" min="15" max="600" step="15"
  value="${value}"></div>`
}

function removeBox(form: URLSearchParams | undefined, locale: Locale): Html {
  const isTicked = form === undefined || form.get('sample') === 'remove'
  return html`<label class="tick setup-remove"><input type="checkbox" name="sample"
  value="remove"${isTicked && html` checked`}>
<span>${words.remove[locale]}</span></label>`
}

function exampleOf(hasMinutes: boolean): string {
  return hasMinutes
    ? 'Gội đầu 60 phút 120k\nCắt tóc nam 30 phút 100k'
    : 'Phở bò 65k\nPhở gà 55k\nTrà đá 5k'
}

function countOffers(count: number): LocalizedText {
  return {
    vi: `Đã có ${count} mục của bạn`,
    en: `${count} ${plural(count, { one: 'offer', other: 'offers' })} of your own`,
  }
}

const words = {
  lines: { vi: 'Gõ hoặc dán vào đây', en: 'Type or paste here' },
  more: { vi: 'Thêm nữa', en: 'Add more' },
  linesHint: {
    vi: 'Ví dụ “Phở bò 65k”. Dòng viết hoa hoặc có dấu hai chấm ở cuối là tên nhóm, ví dụ “Đồ uống:”.',
    en: 'Such as “Phở bò 65k”. A line in capitals or with a colon at its end is a category, such as “Drinks:”.',
  },
  timedHint: {
    vi: 'Ví dụ “Gội đầu 60 phút 120k”. Dòng viết hoa hoặc có dấu hai chấm ở cuối là tên nhóm.',
    en: 'Such as “Gội đầu 60 phút 120k”. A line in capitals or with a colon at its end is a category.',
  },
  minutes: {
    vi: 'Dòng nào không ghi thì làm mấy phút',
    en: 'Minutes, where a line does not say it',
  },
  table: { vi: 'Hoặc chọn bảng CSV', en: 'Or choose a CSV file' },
  remove: {
    vi: 'Bỏ hết nội dung mẫu: món, dịch vụ, bài viết, câu hỏi, hình vẽ, tài khoản và quy định của tiệm mẫu',
    en: 'Remove all sample content: offers, articles, questions, drawings, the bank account and the rules of the sample',
  },
  edit: { vi: 'Sửa tên, giá, mô tả, nhóm', en: 'Edit names, prices, descriptions and categories' },
  missing: {
    vi: 'Hãy gõ ít nhất một dòng, hoặc chọn bảng CSV.',
    en: 'Type at least one line, or choose a CSV file.',
  },
  tooLarge: { vi: 'Bảng này lớn hơn 2 MB.', en: 'This table has more than 2 MB.' },
  encoding: {
    vi: 'Tệp này không phải UTF-8. Trong Excel, hãy chọn Lưu thành → “CSV UTF-8”.',
    en: 'This file is not in UTF-8. In Excel, choose Save as → “CSV UTF-8”.',
  },
} satisfies Record<string, LocalizedText>
