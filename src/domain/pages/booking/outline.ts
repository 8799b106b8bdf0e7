/** Everything that the booking steps ask for, on one page, for programs that read the site. */
import { type Block, type Document, heading, link, paragraph } from '../../../content/document.ts'
import type { FilledField } from '../../../content/form-block.ts'
import type { Locale, LocalizedText } from '../../../kernel/locale.ts'
import { bookingPath } from '../../booking/url.ts'
import {
  anyValue,
  type BookingForm,
  type BookingStep,
  type Chosen,
  type StepChoice,
} from '../../forms/booking-form.ts'

/** `guestBlocks` is the form of the last step. */
export function bookingOutline(
  form: BookingForm,
  guestBlocks: readonly Block[],
  locale: Locale,
): Document {
  const choiceFields = [
    ...stepFields(form, locale),
    field('date', 'date', labels.date[locale]),
    field('time', 'time', labels.time[locale]),
  ]
  const choices: Block = {
    kind: 'form',
    method: 'get',
    address: bookingPath,
    fields: choiceFields,
    hidden: [],
    buttons: [],
  }
  return {
    title: form.title[locale],
    description: form.intro[locale],
    blocks: [
      paragraph(form.intro[locale]),
      heading(labels.choices[locale]),
      paragraph(labels.inUrl[locale], link(bookingPath, bookingPath), '.'),
      choices,
      heading(labels.details[locale]),
      ...guestBlocks,
    ],
  }
}

/** One field for each query parameter. A step offers all choices that any earlier choices lead to. */
function stepFields(form: BookingForm, locale: Locale): FilledField[] {
  const fields: FilledField[] = []
  let reached: readonly Chosen[] = [{}]
  for (const step of [...form.steps, ...form.optionalSteps]) {
    if (step.leadsTo !== undefined) continue
    const found = reached.map((chosen) => ({ chosen, choices: step.choices(chosen, locale) }))
    const offered = found.flatMap(({ choices }) => choices)
    fields.push(...fieldsOf(step, offered, locale))
    reached = found.flatMap(({ chosen, choices }) =>
      choices.map(({ sets }) => ({ ...chosen, ...sets })),
    )
  }
  return fields
}

function fieldsOf(step: BookingStep, choices: readonly StepChoice[], locale: Locale) {
  return step.names.flatMap((name) => {
    const labelOf = new Map<string, string>()
    for (const { sets, text } of choices) {
      const value = sets[name]
      if (value !== undefined && value !== anyValue) labelOf.set(value, text)
    }
    const options = [...labelOf].map(([value, label]) => ({ value, label }))
    return options.length > 0 ? [field(name, 'select', step.question[locale], options)] : []
  })
}

function field(
  name: string,
  type: FilledField['type'],
  label: string,
  options?: FilledField['options'],
): FilledField {
  return {
    name,
    type,
    label,
    needed: false,
    autocomplete: 'off',
    ...(options && { options }),
    values: [],
    error: undefined,
  }
}

const labels = {
  choices: { vi: 'Các lựa chọn', en: 'Choices' },
  inUrl: {
    vi: 'Trang cho chọn các điều dưới đây. Có thể viết sẵn các lựa chọn vào địa chỉ, làm tham số của ',
    en: 'The page offers these choices. A link may already contain them, as query parameters of ',
  },
  date: { vi: 'Ngày, YYYY-MM-DD', en: 'Day, YYYY-MM-DD' },
  time: { vi: 'Giờ bắt đầu, HH:MM', en: 'Start, HH:MM' },
  details: { vi: 'Thông tin của bạn', en: 'Your details' },
} satisfies Record<string, LocalizedText>
