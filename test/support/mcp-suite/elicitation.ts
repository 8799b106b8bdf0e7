/** Tools of 2026-07-28 that ask before they answer; what is asked comes back with the same call. */
import type { Exchange, Json, JsonObject, Question, Tool } from '../../../src/mcp/definition.ts'
import { isObject } from '../../../src/mcp/message.ts'
import { answerWith, say } from './content.ts'
import { suiteTool } from './describe.ts'

type Asked = Question['ask'][string]

export function form(message: string, properties: JsonObject): Asked {
  const requestedSchema = { type: 'object', properties, required: Object.keys(properties) }
  return { method: 'elicitation/create', params: { message, requestedSchema } }
}

export function sampling(text: string): Asked {
  const messages = [{ role: 'user', content: { type: 'text', text } }]
  return { method: 'sampling/createMessage', params: { messages, maxTokens: 60 } }
}

const roots: Asked = { method: 'roots/list', params: {} }
const yourName = form('Under which name?', { name: { type: 'string' } })
const yourColour = form('And in which colour?', { color: { type: 'string' } })
const goOn = form('Shall we go on?', { ok: { type: 'boolean' } })
const greeting = sampling('Greet the guest in three words.')

/** Asks until every question has an answer that is an object, then says what was answered. */
function askingFor(ask: Question['ask'], remember: Json = null): Tool['call'] {
  return (_given, { round }) => {
    const answers = Object.keys(ask).map((name) => round?.answers[name])
    if (!answers.every(isObject)) return { ask, remember }
    return answerWith(say(`You answered ${JSON.stringify(answers)}`))
  }
}

/** Two questions, one after the other; only what is remembered tells which of them was answered. */
function askTwice(_given: JsonObject, { round }: Exchange) {
  if (isObject(round?.answers.step2) && round?.remembered === 'named') {
    return answerWith(say('Name and colour are known.'))
  }
  if (isObject(round?.answers.step1)) return { ask: { step2: yourColour }, remember: 'named' }
  return { ask: { step1: yourName }, remember: 'begun' }
}

function checkState(_given: JsonObject, { round }: Exchange) {
  if (round?.remembered !== 'kept') return { ask: { confirm: goOn }, remember: 'kept' }
  return answerWith(say('state-ok'))
}

/** Asks only what this client said it can answer. */
function askWhatItCan(given: JsonObject, exchange: Exchange) {
  const { elicitation, sampling: model, roots: folders } = exchange.client.capabilities
  const ask = {
    ...(elicitation && { user_name: yourName }),
    ...(model && { greeting }),
    ...(folders && { client_roots: roots }),
  }
  return askingFor(ask)(given, exchange)
}

function askAfterProgress(given: JsonObject, exchange: Exchange) {
  exchange.progress(1, 2)
  return askingFor({ user_name: yourName })(given, exchange)
}

const name = (rest: string) => `test_input_required_result_${rest}`

export const questions: readonly Tool[] = [
  suiteTool(name('elicitation'), 'Asks for a name.', askingFor({ user_name: yourName })),
  suiteTool(
    name('sampling'),
    "Asks the client's model.",
    askingFor({ capital_question: sampling('Which city is the capital of Vietnam?') }),
  ),
  suiteTool(name('list_roots'), 'Asks for the roots.', askingFor({ client_roots: roots })),
  suiteTool(name('request_state'), 'Looks whether its state came back.', checkState),
  suiteTool(
    name('multiple_inputs'),
    'Asks three things at once.',
    askingFor({ user_name: yourName, greeting, client_roots: roots }, 'three'),
  ),
  suiteTool(name('multi_round'), 'Asks twice.', askTwice),
  suiteTool(
    name('tampered_state'),
    'Asks, with a state that must not be changed.',
    askingFor({ confirm: goOn }, 'sealed'),
  ),
  suiteTool(name('capabilities'), 'Asks what the client can answer.', askWhatItCan),
  suiteTool('test_missing_capability', 'Cannot do without sampling.', askingFor({ greeting })),
  suiteTool('test_streaming_elicitation', 'Tells progress, then asks.', askAfterProgress),
]
