/** Tools that answer without questions: every kind of content, progress, log lines, schemas, headers. */
import { setTimeout as pause } from 'node:timers/promises'
import type { CallContext, JsonObject, McpTool } from '../../../src/mcp/definition.ts'
import { attachment, picture, silence, textContent, toolResult } from './content.ts'
import { suiteTool } from './describe.ts'

/** Long enough that the notifications cannot all arrive together with the result. */
const delayMs = 20

async function reportProgress({ progress }: CallContext): Promise<void> {
  for (const done of [0, 50, 100]) {
    progress(done, 100)
    await pause(delayMs)
  }
}

async function writeLog({ log }: CallContext): Promise<void> {
  for (const message of ['begun', 'half done', 'done']) {
    log('info', message)
    await pause(delayMs)
  }
}

/** Every keyword of JSON Schema 2020-12 that a server might drop. */
const contactSchema: JsonObject = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: {
    address: {
      $anchor: 'addressDef',
      type: 'object',
      properties: { street: { type: 'string' }, city: { type: 'string' } },
    },
  },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' },
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
}

/** Properties that a client repeats in headers. */
const headerSchema: JsonObject = {
  type: 'object',
  properties: {
    region: { type: 'string', 'x-mcp-header': 'Region' },
    priority: { type: 'integer', 'x-mcp-header': 'Priority' },
  },
}

export const tools: readonly McpTool[] = [
  suiteTool('test_simple_text', 'Says one sentence.', () =>
    toolResult(textContent('Good morning.')),
  ),
  suiteTool('test_image_content', 'Shows one pixel.', () => toolResult(picture)),
  suiteTool('test_audio_content', 'Plays silence.', () =>
    toolResult({ type: 'audio', data: silence, mimeType: 'audio/wav' }),
  ),
  suiteTool('test_embedded_resource', 'Returns a note.', () =>
    toolResult(attachment('test://embedded-resource')),
  ),
  suiteTool('test_multiple_content_types', 'Returns text, an image and a resource.', () =>
    toolResult(textContent('All together:'), picture, attachment('test://mixed-content-resource')),
  ),
  suiteTool('test_error_handling', 'Always fails.', () => ({
    ...toolResult(textContent('This never works; do not try again.')),
    isError: true,
  })),
  suiteTool('test_tool_with_progress', 'Reports progress.', async (_given, exchange) => {
    await reportProgress(exchange)
    return toolResult(textContent('Everything is done.'))
  }),
  suiteTool('test_tool_with_logging', 'Writes three log lines.', async (_given, exchange) => {
    await writeLog(exchange)
    return toolResult(textContent('Three lines are written.'))
  }),
  suiteTool('test_logging_tool', 'Writes log lines if asked to.', async (_given, exchange) => {
    await writeLog(exchange)
    return toolResult(textContent('All log lines are written.'))
  }),
  suiteTool(
    'json_schema_2020_12_tool',
    'Accepts contact details.',
    (args) => toolResult(textContent(`Noted: ${JSON.stringify(args)}`)),
    contactSchema,
  ),
  suiteTool(
    'test_x_mcp_header',
    'Takes what is said in headers too.',
    ({ region = null, priority = null }) =>
      toolResult(textContent(`Region ${region}, priority ${priority}.`)),
    headerSchema,
  ),
]
