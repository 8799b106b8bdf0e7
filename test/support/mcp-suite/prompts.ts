/** Prompts by the names that the suite gets. */
import type { Content, Prompt } from '../../../src/mcp/definition.ts'
import { attachment, picture, say } from './content.ts'
import { form } from './elicitation.ts'

function suitePrompt(name: string, names: readonly string[], get: Prompt['get']): Prompt {
  const described = {
    name,
    title: name.replaceAll('_', ' '),
    description: `What the suite gets as ${name}.`,
    arguments: names.map((one) => ({ name: one, description: `The ${one}.`, required: true })),
  }
  return { described, get }
}

const asking = (...content: Content[]) => ({
  description: 'A prompt of the suite.',
  messages: content.map((one) => ({ role: 'user' as const, content: one })),
})

const whatFor = form('What is it for?', { context: { type: 'string' } })

export const prompts: readonly Prompt[] = [
  suitePrompt('test_simple_prompt', [], () => asking(say('Tell me about today.'))),
  suitePrompt('test_prompt_with_arguments', ['arg1', 'arg2'], ({ arg1, arg2 }) =>
    asking(say(`Compare ${arg1} with ${arg2}.`)),
  ),
  suitePrompt('test_prompt_with_embedded_resource', ['resourceUri'], ({ resourceUri = '' }) =>
    asking(attachment(resourceUri), say('Sum up the note.')),
  ),
  suitePrompt('test_prompt_with_image', [], () => asking(picture, say('Describe the picture.'))),
  suitePrompt('test_input_required_result_prompt', [], (_given, { round }) => {
    const answer = round?.answers.user_context
    if (!answer) return { ask: { user_context: whatFor } }
    return asking(say(`Have this in mind: ${JSON.stringify(answer)}`))
  }),
]
