/** Tools that answer by themselves: every kind of content, progress, log lines, schemas, headers. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Exchange, JsonObject, Tool } from '../../../src/mcp/definition.ts'
import { answerWith, attachment, picture, say, silence } from './content.ts'
import { suiteTool } from './describe.ts'

/** Long enough that notifications cannot all come with the answer. */
const moment = 20

async function reportProgress({ progress }: Exchange): Promise<void> {
  for (const done of [0, 50, 100]) {
    progress(done, 100)
    await pause(moment)
  }
}

async function writeLog({ log }: Exchange): Promise<void> {
  for (const line of ['begun', 'half done', 'done']) {
    log('info', line)
    await pause(moment)
  }
}

/** Every keyword of JSON Schema 2020-12 that a server might lose on the way. */
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

/** Properties that a client repeats in headers of their own. */
const headerSchema: JsonObject = {
  type: 'object',
  properties: {
    region: { type: 'string', 'x-mcp-header': 'Region' },
    priority: { type: 'integer', 'x-mcp-header': 'Priority' },
  },
}

export const tools: readonly Tool[] = [
  suiteTool('test_simple_text', 'Says one sentence.', () => answerWith(say('Good morning.'))),
  suiteTool('test_image_content', 'Shows one pixel.', () => answerWith(picture)),
  suiteTool('test_audio_content', 'Plays silence.', () =>
    answerWith({ type: 'audio', data: silence, mimeType: 'audio/wav' }),
  ),
  suiteTool('test_embedded_resource', 'Hands over a note.', () =>
    answerWith(attachment('test://embedded-resource')),
  ),
  suiteTool('test_multiple_content_types', 'Says, shows and hands over at once.', () =>
    answerWith(say('All at once:'), picture, attachment('test://mixed-content-resource')),
  ),
  suiteTool('test_error_handling', 'Always refuses.', () => ({
    ...answerWith(say('This never works; do not try again.')),
    isError: true,
  })),
  suiteTool('test_tool_with_progress', 'Tells how far it is.', async (_given, exchange) => {
    await reportProgress(exchange)
    return answerWith(say('All of it is done.'))
  }),
  suiteTool('test_tool_with_logging', 'Writes three log lines.', async (_given, exchange) => {
    await writeLog(exchange)
    return answerWith(say('Three lines are written.'))
  }),
  suiteTool('test_logging_tool', 'Writes log lines if asked to.', async (_given, exchange) => {
    await writeLog(exchange)
    return answerWith(say('Whatever was to be logged is logged.'))
  }),
  suiteTool(
    'json_schema_2020_12_tool',
    'Takes a way to reach somebody.',
    (given) => answerWith(say(`Noted: ${JSON.stringify(given)}`)),
    contactSchema,
  ),
  suiteTool(
    'test_x_mcp_header',
    'Takes what is said in headers too.',
    ({ region = null, priority = null }) =>
      answerWith(say(`Region ${region}, priority ${priority}.`)),
    headerSchema,
  ),
]
