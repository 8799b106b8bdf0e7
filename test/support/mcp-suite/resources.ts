/** Resources by the URIs that the suite reads. */
import type { Resources } from '../../../src/mcp/definition.ts'
import { pixel } from './content.ts'

const listed = [
  { uri: 'test://static-text', name: 'static-text', mimeType: 'text/plain' },
  { uri: 'test://static-binary', name: 'static-binary', mimeType: 'image/png' },
  { uri: 'test://watched-resource', name: 'watched-resource', mimeType: 'text/plain' },
]

const template = {
  uriTemplate: 'test://template/{id}/data',
  name: 'template',
  title: 'Template',
  description: 'A record for every number.',
  mimeType: 'application/json',
}

export const resources: Resources = {
  list: listed.map((one) => ({ ...one, title: one.name, description: `The ${one.name}.` })),
  templates: [template],
  read(uri) {
    const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1]
    if (id) return { uri, mimeType: template.mimeType, text: JSON.stringify({ id, found: true }) }
    const { mimeType } = listed.find((one) => one.uri === uri) ?? {}
    if (mimeType === undefined) return undefined
    if (mimeType === 'image/png') return { uri, mimeType, blob: pixel }
    return { uri, mimeType, text: 'It says the same every day.' }
  },
}
