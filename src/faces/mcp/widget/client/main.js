/** Starts the view: what the host sends, from the arguments of the assistant’s call to its result. */
import { applyContext, connect, host, hostLocale } from './bridge.js'
import { openMonth, preview, setLocale, show, showSent } from './calls.js'
import { isDate } from './dates.js'
import { applyArguments, applyAvailability, contentOf, problemOf } from './results.js'
import { state, t } from './state.js'

let sentArguments = {}

await connect({
  'ui/notifications/tool-input'({ arguments: args }) {
    sentArguments = args ?? {}
    applyArguments(sentArguments)
  },
  'ui/notifications/tool-result': start,
  'ui/notifications/tool-cancelled': () => start(undefined),
  'ui/notifications/host-context-changed'(change) {
    applyContext(change)
    if (change.locale && !state.hasChosenLocale) setLocale(hostLocale())
  },
})
state.locale = hostLocale()
state.canCall = Boolean(host.capabilities.serverTools)
show('wait', false)

/** The result of the assistant’s call; undefined if the call was cancelled. */
async function start(result) {
  const content = result && !result.isError ? contentOf(result) : {}
  applyArguments(sentArguments, content.assumed)
  state.problem = undefined
  if (result?.isError) state.problem = problemOf(result)
  if (!result) state.problem = { text: t('cancelled') }
  if (content.code) return showSent(content, false)
  applyAvailability(content)
  const day = content.date ?? content.days?.find(({ starts }) => starts)?.date ?? state.date
  if (isDate(day)) state.date = day
  show('choose', false)
  if (!state.canCall) return
  const { problem } = state
  await openMonth(state.date?.slice(0, 7) ?? content.month)
  if (content.preview) return preview(false)
  state.problem ??= problem
  show('choose', false)
}
