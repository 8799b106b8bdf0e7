/** Derives the view of an assistant from the booking form of the trade and the tools that the owner offers. */
import type { z } from 'zod'
import type { AssistantView, ViewChoice, ViewPicker } from '../../kernel/booking-view.ts'
import type { Tool } from '../../kernel/tool.ts'
import {
  anyValue,
  type BookingForm,
  type BookingStep,
  type Chosen,
  type StepChoice,
} from '../forms/booking-form.ts'

/** What a trade says about its view. */
export type ViewDeclaration = {
  /** File name in the URI of the view. */
  name: string
  /** Name of the tool that returns free times, and of the tool that sends a request. */
  check: string
  request: string
  /** Arguments that are true only for the call of the assistant, such as a code for a party size. */
  dropped?: readonly string[]
}

/** Undefined if the owner has turned off one of the tools that the guest needs. */
export function createBookingView(
  { name, check, request, dropped = [] }: ViewDeclaration,
  form: BookingForm,
  tools: readonly Tool[],
): AssistantView | undefined {
  const requestTool = tools.find((tool) => tool.name === request)
  if (!requestTool || !tools.some((tool) => tool.name === check)) return undefined
  const status = tools.find((tool) => tool.name === 'get_booking_status')
  const { pickers, shown } = createPickers(form, requestTool)
  const own = new Set([
    ...ownArguments,
    ...dropped,
    ...shown,
    ...pickers.flatMap(({ names }) => names),
  ])
  return {
    uri: `ui://widget/${name}.html`,
    title: form.title,
    tools: { check, request, status: status?.name },
    shown,
    pickers,
    hasNote: 'note' in requestTool.input.shape,
    carried: Object.keys(requestTool.input.shape).filter((argument) => !own.has(argument)),
  }
}

/** Arguments that the view itself sets, or that the chosen date makes superfluous. */
const ownArguments = ['date', 'weekday', 'time', 'name', 'phone', 'note']

/** A step that an earlier one narrows, such as the service, is only shown. */
function createPickers(form: BookingForm, tool: Tool): Pick<AssistantView, 'pickers' | 'shown'> {
  const steps = [...form.steps, ...form.optionalSteps].filter(({ leadsTo }) => !leadsTo)
  const [first, ...others] = steps
  if (!first) return { pickers: [], shown: [] }
  const isShown = form.steps.some(({ leadsTo }) => leadsTo && first.names.includes(leadsTo))
  const firstChoices = pairLanguages(first, {})
  const dependent = others.map((step) => {
    const choices = dependentChoices(step, firstChoices)
    return toPicker(step, isShown ? choices.map((one) => toIfFree(one, step)) : choices, tool)
  })
  const own = toPicker(first, firstChoices, tool)
  const pickers = isShown ? dependent : [own, ...dependent]
  const setsSomething = ({ choices }: ViewPicker) =>
    choices.some(({ sets }) => Object.keys(sets).length > 0)
  return { pickers: pickers.filter(setsSomething), shown: isShown ? own.names : [] }
}

type FormChoice = Omit<ViewChoice, 'sets'> & Pick<StepChoice, 'sets'>

/** The choices of a step in both languages. */
function pairLanguages(step: BookingStep, chosen: Chosen): FormChoice[] {
  const english = step.choices(chosen, 'en')
  return step.choices(chosen, 'vi').map(({ sets, text }, index) => {
    return { sets, text: { vi: text, en: english[index]?.text ?? text } }
  })
}

/** The choices with any choice of the first step, and with which of them each is possible. */
function dependentChoices(step: BookingStep, firstChoices: readonly FormChoice[]): FormChoice[] {
  const found = new Map<string, { choice: FormChoice; positions: number[] }>()
  firstChoices.forEach(({ sets }, position) => {
    for (const choice of pairLanguages(step, sets)) {
      const key = JSON.stringify(choice.sets)
      const entry = found.get(key) ?? { choice, positions: [] }
      entry.positions.push(position)
      found.set(key, entry)
    }
  })
  return [...found.values()].map(({ choice, positions }) =>
    positions.length === firstChoices.length ? choice : { ...choice, with: positions },
  )
}

/** Free times name people, by the first argument of their step, and not what else can be preferred. */
function toIfFree({ with: positions, ...choice }: FormChoice, { names }: BookingStep): FormChoice {
  const isNamed = names[0] !== undefined && names[0] in choice.sets
  return positions && isNamed ? { ...choice, ifFree: true } : choice
}

/** With the arguments of the tool instead of the parameters of the form; the owner may have left some out. */
function toPicker(step: BookingStep, choices: readonly FormChoice[], tool: Tool): ViewPicker {
  const { names = {}, input } = tool
  const toArguments = (sets: Chosen) =>
    Object.entries(sets)
      .filter(([, value]) => value !== anyValue)
      .map(([name, value]) => [names[name] ?? name, value] as const)
  const offered = choices.flatMap(({ sets, ...choice }): ViewChoice[] => {
    const args = toArguments(sets)
    if (args.some(([name]) => !(name in input.shape))) return []
    const values = args.map(([name, value]) => [name, toValue(input.shape[name], value)] as const)
    return [{ ...choice, sets: Object.fromEntries(values) }]
  })
  const argumentNames = step.names.map((name) => names[name] ?? name)
  return {
    names: argumentNames.filter((name) => name in input.shape),
    label: step.label,
    choices: offered,
  }
}

/** Parameters of a form are texts; an argument may be a number. */
function toValue(field: z.core.$ZodType | undefined, text: string): string | number {
  const isText = (field as z.ZodType | undefined)?.safeParse(text).success
  return isText ? text : Number(text)
}
