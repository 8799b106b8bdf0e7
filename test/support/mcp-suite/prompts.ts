/** Prompts by the names that the suite requests. */
import type { Content, McpPrompt } from '../../../src/mcp/definition.ts'
import { attachment, picture, textContent } from './content.ts'
import { form } from './elicitation.ts'

function suitePrompt(name: string, names: readonly string[], get: McpPrompt['get']): McpPrompt {
  const described = {
    name,
    title: name.replaceAll('_', ' '),
    description: `What the suite gets as ${name}.`,
    arguments: names.map((one) => ({ name: one, description: `The ${one}.`, required: true })),
  }
  return { described, get }
}

const promptWith = (...content: Content[]) => ({
  description: 'A prompt of the suite.',
  messages: content.map((one) => ({ role: 'user' as const, content: one })),
})

const whatFor = form('What is it for?', { context: { type: 'string' } })

export const prompts: readonly McpPrompt[] = [
  suitePrompt('test_simple_prompt', [], () => promptWith(textContent('Tell me about today.'))),
  suitePrompt('test_prompt_with_arguments', ['arg1', 'arg2'], ({ arg1, arg2 }) =>
    promptWith(textContent(`Compare ${arg1} with ${arg2}.`)),
  ),
  suitePrompt('test_prompt_with_embedded_resource', ['resourceUri'], ({ resourceUri = '' }) =>
    promptWith(attachment(resourceUri), textContent('Sum up the note.')),
  ),
  suitePrompt('test_prompt_with_image', [], () =>
    promptWith(picture, textContent('Describe the picture.')),
  ),
  suitePrompt('test_input_required_result_prompt', [], (_given, { inputRound }) => {
    const answer = inputRound?.answers.user_context
    if (!answer) return { inputRequests: { user_context: whatFor } }
    return promptWith(textContent(`Have this in mind: ${JSON.stringify(answer)}`))
  }),
]
