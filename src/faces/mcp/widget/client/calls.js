/** What the guest does, and the calls that follow from it. */
import { host, request } from './bridge.js'
import { thisMonth } from './dates.js'
import { byId } from './elements.js'
import { applyDay, applyMonth, contentOf, findPick, problemOf } from './results.js'
import { render } from './screens.js'
import { data, isPicked, pickedArguments, possibleChoices, state, t } from './state.js'

/** A host may ask the guest before it passes a call on. */
const callTimeoutMs = 120_000
const messageTimeoutMs = 5_000
/** Arrow keys pass over several days. */
const dayDelayMs = 150

const update = () => render(actions)

const announce = (text) => {
  byId('status').textContent = text
}

/** After an action of the guest the focus moves to the heading of the next screen. */
export function show(screen, movesFocus = true) {
  state.screen = screen
  update()
  if (movesFocus) byId('heading').focus()
}

async function callTool(name, args) {
  const params = { name, arguments: { ...args, locale: state.locale } }
  return request('tools/call', params, callTimeoutMs)
}

/** The number of the last call of each kind: an earlier call that ends later is ignored. */
const lastCalls = {}

/** `apply` gets the result of the last call; a refusal becomes a problem with a button to try again. */
async function load(kind, args, apply, repeat) {
  lastCalls[kind] = (lastCalls[kind] ?? 0) + 1
  const own = lastCalls[kind]
  state.isLoading = true
  update()
  try {
    const result = await callTool(data.tools.check, args)
    if (own !== lastCalls[kind]) return
    if (result.isError) state.problem = problemOf(result)
    else await apply(contentOf(result))
  } catch {
    if (own !== lastCalls[kind]) return
    state.problem = { text: t('refused', { phone: data.phone }), retry: () => retry(repeat) }
  }
  state.isLoading = false
  update()
}

function retry(repeat) {
  state.problem = undefined
  return repeat()
}

/** The days of the month, then the times of the chosen day or of the first free one. */
export async function openMonth(month = thisMonth()) {
  if (!isPicked()) return update()
  state.month = month
  const apply = async (result) => {
    applyMonth(result)
    state.date ??= state.days.find(({ count }) => count > 0)?.date
    update()
    if (state.date) await openDay(state.date)
  }
  await load('month', { ...pickedArguments(), month }, apply, () => openMonth(month))
  byId(`day-${state.date}`)
    ?.closest('label')
    .scrollIntoView({ block: 'nearest', inline: 'center', behavior: 'instant' })
}

async function openDay(date) {
  const args = { ...pickedArguments(), date, from: '00:00' }
  const apply = (result) => {
    applyDay(result)
    announce(t('timesFound', { count: state.times.length }))
  }
  await load('day', args, apply, () => openDay(date))
}

let dayTimer

function chooseDay(date) {
  Object.assign(state, { date, problem: undefined })
  clearTimeout(dayTimer)
  if (state.canCall) dayTimer = setTimeout(() => openDay(date), dayDelayMs)
  else Object.assign(state, { times: [], time: undefined, dayReason: undefined, nextDates: [] })
  update()
}

function pick(index, value) {
  state.picks[index] = Number(value)
  data.pickers.forEach((_, other) => {
    const isPossible = possibleChoices(other).some(({ at }) => at === state.picks[other])
    if (!isPossible) state.picks[other] = possibleChoices(other)[0]?.at
  })
  state.problem = undefined
  if (state.canCall) openMonth(state.month)
  else update()
}

/** A suggestion of the server: another day or time, or another choice of a picker. */
async function take({ date, time, field, value }) {
  Object.assign(state, { problem: undefined, isAgreed: false })
  const found = value === undefined ? undefined : findPick(value)
  if (found) return pick(found.index, found.position)
  if (data.shown.includes(field)) state.shown[field] = value
  const wasReviewing = state.screen === 'review'
  if (date) state.date = date
  if (time) state.time = time
  if (wasReviewing) return preview()
  if (!state.canCall) return date ? chooseDay(date) : update()
  return openMonth(state.date?.slice(0, 7))
}

const requestArguments = () => {
  const { carried, date, time, name, phone, note } = state
  const optional = note.trim() === '' ? {} : { note }
  return { ...carried, ...pickedArguments(), date, time, name, phone, ...optional }
}

/** The first required field that is empty, as a problem. */
function missingField() {
  const field = ['name', 'phone'].find((name) => state[name].trim() === '')
  return field && { field, text: t(`${field}Missing`) }
}

function review() {
  state.problem = missingField()
  if (!state.problem) return preview()
  update()
  byId(state.problem.field).focus()
}

/** The server checks the request, says what the guest must know, and stores nothing. */
export async function preview(movesFocus = true) {
  const refused = () => ({
    text: t('refused', { phone: data.phone }),
    retry: () => retry(preview),
  })
  await attempt(requestArguments(), refused, movesFocus)
}

async function send() {
  if (!state.isAgreed) {
    state.problem = { text: t('agreeMissing') }
    update()
    byId('agree').focus()
    return
  }
  const args = { ...requestArguments(), consent: true, preview_code: state.preview.preview_code }
  await attempt(args, () => ({ text: t('unknownResult', { phone: data.phone }) }), true)
}

/** Sends the request or its preview; one at a time. */
async function attempt(args, toProblem, movesFocus) {
  if (state.isSending) return
  Object.assign(state, { isSending: true, problem: undefined })
  announce(t('checking'))
  update()
  try {
    const result = await callTool(data.tools.request, args)
    state.isSending = false
    announce('')
    if (result.isError) state.problem = problemOf(result)
    else return applyOwnAnswer(contentOf(result), movesFocus)
  } catch {
    state.isSending = false
    state.problem = toProblem()
  }
  update()
  const { field } = state.problem
  if (field && state.screen === 'review' && field in { name: 1, phone: 1, note: 1 }) show('choose')
  byId(field)?.focus()
}

/** A preview, a stored request, or the refusal of the guest in a form of the host. */
function applyOwnAnswer(result, movesFocus) {
  if (result.preview) {
    const wasSent = state.isAgreed && state.screen === 'review'
    Object.assign(state, { preview: result, isAgreed: false })
    if (wasSent) state.problem = { text: t('changed') }
    show('review', movesFocus)
  } else if (result.code) {
    showSent(result, movesFocus)
    reportSent(result)
  } else {
    state.problem = result.declined ? { text: t('declined') } : undefined
    show('choose', movesFocus)
  }
}

export function showSent(result, movesFocus) {
  const { date = state.date, time = state.time } = result
  Object.assign(state, { sent: result, date, time })
  show('sent', movesFocus)
}

/** The model learns the code and the state, and nothing about the guest. */
function reportSent({ code, status, date, time }) {
  if (!host.capabilities.updateModelContext) return
  const text = `The guest sent the request in the view. Code ${code}, status ${status}, ${date} ${time}.`
  request(
    'ui/update-model-context',
    { content: [{ type: 'text', text }], structuredContent: { code, status, date, time } },
    messageTimeoutMs,
  ).catch(() => {})
}

/** Texts of the server are requested again in the other language. */
export async function setLocale(locale) {
  if (state.locale === locale) return
  state.locale = locale
  state.problem = undefined
  update()
  if (!state.canCall) return
  if (state.screen === 'review') {
    state.isAgreed = false
    await preview(false)
  }
  if (state.screen === 'choose' && state.times.length === 0) await openMonth(state.month)
  if (state.screen === 'sent' && data.tools.status) await readStatus()
}

async function readStatus() {
  try {
    const result = await callTool(data.tools.status, { code: state.sent.code })
    if (!result.isError) Object.assign(state.sent, contentOf(result), { warnings: [] })
  } catch {
    // The texts stay in the language in which they were received.
  }
  update()
}

/** Writes to the assistant in the name of the guest, if the host allows it. */
async function ask() {
  try {
    const content = [{ type: 'text', text: byId('ask-text').value }]
    const { isError } = await request('ui/message', { role: 'user', content }, messageTimeoutMs)
    state.messageState = isError ? 'failed' : 'asked'
  } catch {
    state.messageState = 'failed'
  }
  update()
  announce(t(state.messageState === 'asked' ? 'asked' : 'messageFailed'))
}

/** A sandboxed frame has no access to the clipboard interface, but may copy what is selected. */
function copy() {
  byId('ask-text').select()
  const isCopied = document.execCommand('copy')
  if (isCopied) announce(t('copied'))
}

const actions = {
  ...{ openMonth, openDay: chooseDay, pick, take, review, send, ask, copy },
  chooseTime(time) {
    Object.assign(state, { time, problem: undefined })
    update()
  },
  back() {
    state.problem = undefined
    show('choose')
  },
  agree({ target }) {
    state.isAgreed = target.checked
    byId('problem')?.remove()
  },
  switchLanguage() {
    state.hasChosenLocale = true
    setLocale(state.locale === 'vi' ? 'en' : 'vi')
  },
  canOpenLinks: () => Boolean(host.capabilities.openLinks),
  canMessage: () => Boolean(host.capabilities.message),
  openLink: (url) => request('ui/open-link', { url }, messageTimeoutMs).catch(() => {}),
}
