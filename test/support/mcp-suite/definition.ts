/** A server with all tools, prompts and resources that the official conformance suite uses. */
import type { ServerDefinition } from '../../../src/mcp/definition.ts'
import { elicitationTools } from './elicitation.ts'
import { legacyElicitationTools } from './legacy-elicitation.ts'
import { prompts } from './prompts.ts'
import { resources } from './resources.ts'
import { tools } from './tools.ts'

const cities = ['paris', 'parma', 'porto']

export const suiteDefinition: ServerDefinition = {
  info: {
    name: 'example.suite/everything',
    version: '1.0.0',
    title: 'Everything',
    description: 'What the conformance suite asks for.',
  },
  instructions: 'Only the conformance suite calls these.',
  tools: [...tools, ...elicitationTools, ...legacyElicitationTools],
  resources,
  prompts,
  complete: ({ typed }) => cities.filter((city) => city.startsWith(typed)),
  cacheTtlMs: 60_000,
  legacy: {
    capabilities: { logging: {}, resources: { subscribe: true } },
    methods: {
      'logging/setLevel': () => ({}),
      'resources/subscribe': () => ({}),
      'resources/unsubscribe': () => ({}),
    },
  },
}
