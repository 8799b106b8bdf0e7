/**
 * Chooses the day and the time in one form, beside the links of the panel. It is also the tool with which an
 * assistant in the browser chooses.
 */
import type { Block } from '../../../content/document.ts'
import { toFormValues } from '../../../content/form-values.ts'
import { formatParameters } from '../../../content/page-url.ts'
import type { Locale, LocalizedText } from '../../../kernel/locale.ts'
import { minutesOf, startTimeOf } from '../../../kernel/time.ts'
import { bookingPath, combinedName } from '../../booking/url.ts'
import type { BookingForm, BookingStep, Chosen } from '../../forms/booking-form.ts'
import { type FormField, fillFields } from '../../forms/form-fields.ts'
import { missingStep } from './panel.ts'

/** `times`: the free times of the chosen day, once it is chosen; "24:30" is half past midnight. */
export function chooseForm(
  form: BookingForm,
  chosen: Chosen,
  times: readonly string[] | undefined,
  locale: Locale,
): Block {
  const missing = missingStep(form, chosen)
  const steps = missing ? [missing] : [...stepsWithDefault(form, chosen), ...form.optionalSteps]
  const fields = [
    ...steps.flatMap((one) => stepField(one, chosen, one === missing)),
    dateField(missing === undefined),
    times ? freeTimeField(times) : timeField,
  ]
  const replaced = [
    ...fields.map(({ name }) => name),
    ...steps.flatMap(({ names }) => names),
    'month',
  ]
  return {
    kind: 'disclosure',
    title: labels.title[locale],
    blocks: [
      {
        kind: 'form',
        method: 'get',
        address: bookingPath,
        fields: fillFields(fields, selectedValues(steps, chosen), {}, locale),
        hidden: Object.entries(chosen).filter(([name]) => !replaced.includes(name)),
        buttons: [{ label: labels.show[locale] }],
        tool: {
          name: 'choose_day_and_time',
          description:
            'Shows the free times for these choices, or the booking form if a free time is ' +
            'chosen. Nothing is booked yet.',
        },
      },
    ],
  }
}

/** Steps that the guest can skip, such as the person. */
function stepsWithDefault(form: BookingForm, chosen: Chosen): BookingStep[] {
  return form.steps.filter(({ names }) => {
    const others = Object.entries(chosen).filter(([name]) => !names.includes(name))
    const defaults = form.defaults(Object.fromEntries(others))
    return names.some((name) => name in defaults)
  })
}

function selectedValues(steps: readonly BookingStep[], chosen: Chosen) {
  const combined = steps.flatMap(({ names }): [string, string][] => {
    const own = Object.entries(chosen).filter(([name]) => names.includes(name))
    return own.length > 0 ? [[combinedName, formatParameters(Object.fromEntries(own))]] : []
  })
  return toFormValues([...Object.entries(chosen), ...combined])
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
      ...times.map((time) => ({ value: time, label: timeLabel(time) })),
    ],
  }
}

/** The date field has the day on which the night begins, so a time after midnight must say that it is later. */
function timeLabel(time: string): LocalizedText {
  const clock = startTimeOf(minutesOf(time))
  return clock === time
    ? { vi: clock, en: clock }
    : { vi: `${clock} (sau nửa đêm)`, en: `${clock} (after midnight)` }
}

const labels = {
  title: { vi: 'Nhập ngày và giờ', en: 'Enter the day and time' },
  day: { vi: 'Ngày', en: 'Day' },
  chooseTime: { vi: 'Chọn giờ', en: 'Choose a time' },
  show: { vi: 'Xem giờ trống', en: 'Show free times' },
} satisfies Record<string, LocalizedText>
