/** Tools that ask during the call, as the 2025 versions do. */
import type { JsonObject, McpTool } from '../../../src/mcp/definition.ts'
import { textContent, toolResult } from './content.ts'
import { noArguments, suiteTool } from './describe.ts'
import { form, sampling } from './elicitation.ts'

type ClientRequest = ReturnType<typeof form>

/** Asks once and returns the answer. */
function callWithClientRequest(buildRequest: (args: JsonObject) => ClientRequest): McpTool['call'] {
  return async (args, { requestFromClient }) => {
    const { method, params } = buildRequest(args)
    return toolResult(
      textContent(`The client answered ${JSON.stringify(await requestFromClient(method, params))}`),
    )
  }
}

const stringArgument = (argument: string): JsonObject => ({
  type: 'object',
  properties: { [argument]: { type: 'string' } },
  required: [argument],
})

/** A form with a default value for every field. */
const filledIn = form('Is all of this right?', {
  name: { type: 'string', default: 'John Doe' },
  age: { type: 'integer', default: 30 },
  score: { type: 'number', default: 95.5 },
  status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
  verified: { type: 'boolean', default: true },
})

const plain = ['option1', 'option2', 'option3']
const titled = ['First', 'Second', 'Third'].map((title, index) => ({
  const: `value${index + 1}`,
  title,
}))

/** A form with each of the five kinds of choices. */
const choices = form('Which do you choose?', {
  untitledSingle: { type: 'string', enum: plain },
  titledSingle: { type: 'string', oneOf: titled },
  legacyEnum: {
    type: 'string',
    enum: ['opt1', 'opt2', 'opt3'],
    enumNames: ['One', 'Two', 'Three'],
  },
  untitledMulti: { type: 'array', items: { type: 'string', enum: plain } },
  titledMulti: { type: 'array', items: { anyOf: titled } },
})

const account = { username: { type: 'string' }, email: { type: 'string' } }

export const legacyElicitationTools: readonly McpTool[] = [
  suiteTool(
    'test_sampling',
    "Has the client's model answer a prompt.",
    callWithClientRequest(({ prompt }) => sampling(String(prompt))),
    stringArgument('prompt'),
  ),
  suiteTool(
    'test_elicitation',
    'Has the guest say who they are.',
    callWithClientRequest(({ message }) => form(String(message), account)),
    stringArgument('message'),
  ),
  suiteTool(
    'test_elicitation_sep1034_defaults',
    'Shows a form that is filled in.',
    callWithClientRequest(() => filledIn),
    noArguments,
  ),
  suiteTool(
    'test_elicitation_sep1330_enums',
    'Shows every kind of choice.',
    callWithClientRequest(() => choices),
    noArguments,
  ),
]
