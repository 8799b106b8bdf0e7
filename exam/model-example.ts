/**
 * An example of a model command for the exam: lets a model with the chat completions API call the tools.
 *
 * MODEL_URL=https://…/v1/chat/completions MODEL_NAME=… MODEL_KEY=… npm run exam -- --model-command 'node exam/model-example.ts'
 */
import { createInterface } from 'node:readline'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'

type Task = { task: string; mcp_url: string; locale: string; today: string }

type ToolCall = { id: string; function: { name: string; arguments: string } }

type ChatMessage = {
  role: string
  content: string | null
  tool_calls?: ToolCall[]
  tool_call_id?: string
}

const { MODEL_URL: modelUrl, MODEL_NAME: modelName, MODEL_KEY: modelKey } = process.env
const maxTurns = 20

const lines = createInterface(process.stdin)[Symbol.asyncIterator]()

async function readLine<Line>(): Promise<Line> {
  const { value } = await lines.next()
  return JSON.parse(String(value)) as Line
}

function writeLine(line: { ask: string } | { done: string }): void {
  process.stdout.write(`${JSON.stringify(line)}\n`)
}

const { task, mcp_url: mcpUrl, locale, today } = await readLine<Task>()
const client = new Client({ name: 'exam-example', version: '1.0.0' })
await client.connect(new StreamableHTTPClientTransport(new URL(mcpUrl)))

const { tools } = await client.listTools()
const askGuest = {
  name: 'ask_guest',
  description: 'Asks the guest one question and returns the answer.',
  parameters: {
    type: 'object',
    properties: { question: { type: 'string' } },
    required: ['question'],
  },
}
const functions = [
  askGuest,
  ...tools.map(({ name, description, inputSchema }) => ({
    name,
    description,
    parameters: inputSchema,
  })),
]
const messages: ChatMessage[] = [
  {
    role: 'system',
    content: `You help a guest of a shop in Vietnam with its tools. Today is ${today}. Answer in the language “${locale}”.`,
  },
  { role: 'user', content: task },
]

for (let turn = 0; turn < maxTurns; turn++) {
  const message = await complete()
  messages.push(message)
  if (!message.tool_calls?.length) break
  for (const { id, function: called } of message.tool_calls) {
    const content = await callFunction(called.name, JSON.parse(called.arguments || '{}'))
    messages.push({ role: 'tool', content, tool_call_id: id })
  }
}
writeLine({ done: messages.at(-1)?.content ?? '' })
await client.close()
process.stdin.destroy()

async function complete(): Promise<ChatMessage> {
  if (!modelUrl || !modelName) throw new Error('Set MODEL_URL and MODEL_NAME.')
  const response = await fetch(modelUrl, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(modelKey && { authorization: `Bearer ${modelKey}` }),
    },
    body: JSON.stringify({
      ...{ model: modelName, messages },
      tools: functions.map((one) => ({ type: 'function', function: one })),
    }),
  })
  if (!response.ok)
    throw new Error(`The model returned ${response.status}: ${await response.text()}`)
  const { choices } = (await response.json()) as { choices: { message: ChatMessage }[] }
  const [first] = choices
  if (!first) throw new Error('The model returned no choice.')
  return first.message
}

async function callFunction(name: string, args: Record<string, unknown>): Promise<string> {
  if (name === askGuest.name) {
    writeLine({ ask: String(args.question) })
    return (await readLine<{ answer: string }>()).answer
  }
  try {
    const { content } = await client.callTool({ name, arguments: args })
    return content.map((part) => (part.type === 'text' ? part.text : '')).join('\n')
  } catch (error) {
    return String(error)
  }
}
