/** What the guest has chosen and what the server has answered. */
import { formatDate } from './dates.js'
import { byId } from './elements.js'

/** Texts, choices and names of tools, as the server wrote them into the document. */
export const data = JSON.parse(byId('data').textContent)

export const state = {
  locale: 'vi',
  /** wait, choose, review or sent */
  screen: 'wait',
  /** Whether the host passes calls of the view on to the server. */
  canCall: false,
  /** Arguments of the assistant’s call for which the view has no field, such as allergens. */
  carried: {},
  /** The chosen position in each picker. */
  picks: [],
  /** What the assistant has chosen: its arguments, and its name as the server writes it. */
  shown: {},
  subject: '',
  /** The areas or people that are free on the chosen day. */
  freeKinds: [],
  month: undefined,
  days: [],
  monthReason: undefined,
  /** Whether later months are beyond what can be booked. */
  isLastMonth: false,
  date: undefined,
  times: [],
  /** Why the day has no times, and which days have some. */
  dayReason: undefined,
  nextDates: [],
  time: undefined,
  name: '',
  phone: '',
  note: '',
  isLoading: false,
  isSending: false,
  problem: undefined,
  preview: undefined,
  isAgreed: false,
  sent: undefined,
  /** How the attempt to write to the assistant ended. */
  messageState: undefined,
}

const position = () => (state.locale === 'vi' ? 0 : 1)

export const local = (text) => text[position()]

export const t = (name, values = {}) =>
  local(data.texts[name]).replace(/\{(\w+)\}/g, (_, key) => values[key] ?? '')

/** The choices of a picker with their positions, as far as they are possible. */
export function possibleChoices(index) {
  const isFree = ({ sets }) => Object.values(sets).some((value) => state.freeKinds.includes(value))
  const isPossible = (choice, at) =>
    (!choice.ifFree || at === state.picks[index] || isFree(choice)) &&
    (!choice.with || choice.with.includes(state.picks[0]))
  return data.pickers[index].choices
    .map((choice, at) => ({ choice, at }))
    .filter(({ choice, at }) => isPossible(choice, at))
}

export const pickedChoice = (index) => data.pickers[index].choices[state.picks[index]]

/** Whether times can be looked up. */
export const isPicked = () =>
  data.pickers.every((_, index) => pickedChoice(index)) &&
  data.shown.every((name) => state.shown[name])

export const pickedArguments = () =>
  Object.assign({}, state.shown, ...data.pickers.map((_, index) => pickedChoice(index)?.sets))

/** Without those that allow anything. */
export const pickedChoices = () =>
  data.pickers
    .map((_, index) => pickedChoice(index))
    .filter((choice) => choice && Object.keys(choice.sets).length > 0)

/** "4 guests, Garden veranda" */
export const pickedText = () =>
  [data.shown.length > 0 && state.subject, ...pickedChoices().map(({ text }) => local(text))]
    .filter(Boolean)
    .join(', ')

/** What the guest can write to the assistant instead of sending it here. */
export function requestText() {
  const { date, time } = state
  const parts = [local(data.title), pickedText(), date && formatDate(date, state.locale)]
  const what = parts.filter(Boolean).join(', ')
  return t(time ? 'askToBook' : 'askForTimes', { what, time })
}
