/** The smallest content of each kind that a tool, a prompt or a resource can return. */
import type { Content, ToolResult } from '../../../src/mcp/definition.ts'

/** One red pixel, a PNG. */
export const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR42mP4z8AAAAMBAQD3A0FDAAAAAElFTkSuQmCC'

/** An empty sound: a WAV with only headers. */
export const silence = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA='

export const textContent = (text: string): Content => ({ type: 'text', text })

export const picture: Content = { type: 'image', data: pixel, mimeType: 'image/png' }

export const attachment = (uri: string): Content => ({
  type: 'resource',
  resource: { uri, mimeType: 'text/plain', text: 'A note that came along.' },
})

export const toolResult = (...content: Content[]): ToolResult => ({ content })
