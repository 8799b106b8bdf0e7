/** Tools of 2026-07-28 that ask before they answer; the client repeats the call with the answers. */
import type {
  CallContext,
  InputRequired,
  Json,
  JsonObject,
  McpTool,
} from '../../../src/mcp/definition.ts'
import { isObject } from '../../../src/mcp/message.ts'
import { textContent, toolResult } from './content.ts'
import { suiteTool } from './describe.ts'

type InputRequest = InputRequired['inputRequests'][string]

export function form(message: string, properties: JsonObject): InputRequest {
  const requestedSchema = { type: 'object', properties, required: Object.keys(properties) }
  return { method: 'elicitation/create', params: { message, requestedSchema } }
}

export function sampling(text: string): InputRequest {
  const messages = [{ role: 'user', content: { type: 'text', text } }]
  return { method: 'sampling/createMessage', params: { messages, maxTokens: 60 } }
}

const roots: InputRequest = { method: 'roots/list', params: {} }
const yourName = form('Under which name?', { name: { type: 'string' } })
const yourColour = form('And in which colour?', { color: { type: 'string' } })
const goOn = form('Shall we go on?', { ok: { type: 'boolean' } })
const greeting = sampling('Greet the guest in three words.')

/** Asks until every question has an answer that is an object, then returns the answers. */
function requestInputs(
  inputRequests: InputRequired['inputRequests'],
  state: Json = null,
): McpTool['call'] {
  return (_given, { inputRound }) => {
    const answers = Object.keys(inputRequests).map((name) => inputRound?.answers[name])
    if (!answers.every(isObject)) return { inputRequests, state }
    return toolResult(textContent(`You answered ${JSON.stringify(answers)}`))
  }
}

/** Two questions, one after the other; only the request state shows which one was answered. */
function requestTwice(_given: JsonObject, { inputRound }: CallContext) {
  if (isObject(inputRound?.answers.step2) && inputRound?.state === 'named') {
    return toolResult(textContent('Name and colour are known.'))
  }
  if (isObject(inputRound?.answers.step1))
    return { inputRequests: { step2: yourColour }, state: 'named' }
  return { inputRequests: { step1: yourName }, state: 'begun' }
}

function checkState(_given: JsonObject, { inputRound }: CallContext) {
  if (inputRound?.state !== 'kept') return { inputRequests: { confirm: goOn }, state: 'kept' }
  return toolResult(textContent('state-ok'))
}

/** Asks only the kinds of questions that the client supports. */
function requestSupported(args: JsonObject, exchange: CallContext) {
  const { elicitation, sampling: model, roots: folders } = exchange.client.capabilities
  const inputRequests = {
    ...(elicitation && { user_name: yourName }),
    ...(model && { greeting }),
    ...(folders && { client_roots: roots }),
  }
  return requestInputs(inputRequests)(args, exchange)
}

function requestAfterProgress(args: JsonObject, exchange: CallContext) {
  exchange.progress(1, 2)
  return requestInputs({ user_name: yourName })(args, exchange)
}

const name = (suffix: string) => `test_input_required_result_${suffix}`

export const elicitationTools: readonly McpTool[] = [
  suiteTool(name('elicitation'), 'Asks for a name.', requestInputs({ user_name: yourName })),
  suiteTool(
    name('sampling'),
    "Asks the client's model.",
    requestInputs({ capital_question: sampling('Which city is the capital of Vietnam?') }),
  ),
  suiteTool(name('list_roots'), 'Asks for the roots.', requestInputs({ client_roots: roots })),
  suiteTool(name('request_state'), 'Looks whether its state came back.', checkState),
  suiteTool(
    name('multiple_inputs'),
    'Asks three questions together.',
    requestInputs({ user_name: yourName, greeting, client_roots: roots }, 'three'),
  ),
  suiteTool(name('multi_round'), 'Asks twice.', requestTwice),
  suiteTool(
    name('tampered_state'),
    'Asks, with a state that must not be changed.',
    requestInputs({ confirm: goOn }, 'sealed'),
  ),
  suiteTool(name('capabilities'), 'Asks what the client can answer.', requestSupported),
  suiteTool('test_missing_capability', 'Cannot do without sampling.', requestInputs({ greeting })),
  suiteTool('test_streaming_elicitation', 'Tells progress, then asks.', requestAfterProgress),
]
