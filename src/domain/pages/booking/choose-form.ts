/**
 * Chooses the next step, the day and the time in one form, beside the links that choose one after the other. It is also
 * the tool with which an assistant in the browser chooses.
 */
import { type Block, heading } from '../../../content/document.ts'
import { toFormValues } from '../../../content/form-values.ts'
import { formatParameters } from '../../../content/page-url.ts'
import type { Locale, LocalizedText } from '../../../kernel/locale.ts'
import { bookingPath, combinedName } from '../../booking/url.ts'
import type { BookingForm, BookingStep, Chosen } from '../../forms/booking-form.ts'
import { type FormField, fillFields } from '../../forms/form-fields.ts'

type Asked = {
  /** The step that comes next; without it only optional steps, the day and the time are left. */
  step?: BookingStep
  /** The free times of the chosen day, once it is chosen. */
  times?: readonly string[]
}

export function chooseForm(
  form: BookingForm,
  chosen: Chosen,
  { step, times }: Asked,
  locale: Locale,
): Block[] {
  const steps = step ? [step] : form.optionalSteps
  const fields = [
    ...steps.flatMap((one) => stepField(one, chosen, one === step)),
    dateField(step === undefined),
    times ? freeTimeField(times) : timeField,
  ]
  const replaced = [
    ...fields.map(({ name }) => name),
    ...steps.flatMap(({ names }) => names),
    'month',
  ]
  return [
    heading(labels.title[locale], 'choose'),
    {
      kind: 'form',
      method: 'get',
      address: bookingPath,
      fields: fillFields(fields, toFormValues(Object.entries(chosen)), {}, locale),
      hidden: Object.entries(chosen).filter(([name]) => !replaced.includes(name)),
      buttons: [{ label: labels.show[locale] }],
      tool: {
        name: 'choose_day_and_time',
        description:
          'Shows the free times for these choices, or the booking form if a free time is ' +
          'chosen. Nothing is booked yet.',
      },
    },
  ]
}

/** A select for the choices of a step; none if the step has no choices. */
function stepField(step: BookingStep, chosen: Chosen, isNext: boolean): FormField[] {
  const choices = { vi: step.choices(chosen, 'vi'), en: step.choices(chosen, 'en') }
  if (choices.vi.length === 0) return []
  const [name, ...otherNames] = new Set(choices.vi.flatMap(({ sets }) => Object.keys(sets)))
  const isCombined = name === undefined || otherNames.length > 0
  const options = choices.vi.map(({ sets, text }, index) => ({
    value: isCombined ? formatParameters(sets) : (sets[name] ?? ''),
    label: { vi: text, en: choices.en[index]?.text ?? text },
  }))
  return [
    {
      name: isCombined ? combinedName : name,
      label: step.label,
      type: 'select',
      needed: isNext,
      options: isNext ? [{ value: '', label: step.question }, ...options] : options,
    },
  ]
}

function dateField(needed: boolean): FormField {
  return { name: 'date', label: labels.day, type: 'date', needed }
}

const timeField: FormField = {
  name: 'time',
  label: { vi: 'Giờ (không bắt buộc)', en: 'Time (optional)' },
  type: 'time',
  needed: false,
}

function freeTimeField(times: readonly string[]): FormField {
  return {
    name: 'time',
    label: { vi: 'Giờ', en: 'Time' },
    type: 'select',
    needed: true,
    options: [
      { value: '', label: labels.chooseTime },
      ...times.map((time) => ({ value: time, label: { vi: time, en: time } })),
    ],
  }
}

const labels = {
  title: { vi: 'Hoặc nhập ngày và giờ', en: 'Or enter the day and time' },
  day: { vi: 'Ngày', en: 'Day' },
  chooseTime: { vi: 'Chọn giờ', en: 'Choose a time' },
  show: { vi: 'Xem giờ trống', en: 'Show free times' },
} satisfies Record<string, LocalizedText>
