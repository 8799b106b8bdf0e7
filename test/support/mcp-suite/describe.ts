/** A tool of the suite: the suite checks only its name and its result, so the rest is short. */
import type { JsonObject, McpTool } from '../../../src/mcp/definition.ts'

export const noArguments: JsonObject = { type: 'object', additionalProperties: false }

export function suiteTool(
  name: string,
  description: string,
  call: McpTool['call'],
  inputSchema: JsonObject = noArguments,
): McpTool {
  const title = name.replaceAll('_', ' ')
  const annotations = {
    title,
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false,
  }
  return { described: { name, title, description, inputSchema, annotations }, call }
}
