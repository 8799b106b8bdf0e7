/** What machines look for at fixed places, and the page that tells people of it. */
import type { ServedFile } from '../../http/static-file.ts'
import { lazily } from '../../kernel/memoize.ts'
import type { Facts } from './context.ts'
import { files } from './files.ts'
import { skillFiles } from './skills.ts'

export { assistantsPage } from './assistants-page.ts'

export function machineFiles(facts: Facts): ServedFile[] {
  return [
    ...files.map(({ path, type, write, headers }) => ({
      path,
      type,
      body: lazily(() => write(facts)),
      ...(headers && { headers: headers(facts) }),
    })),
    ...skillFiles(facts),
  ]
}

/** What the home page's Link header tells programs. */
export const homeLinks = [
  '</.well-known/api-catalog>; rel="api-catalog"',
  '</openapi.json>; rel="service-desc"; type="application/json"',
  '</docs>; rel="service-doc"; type="text/html"',
  '</llms.txt>; rel="describedby"; type="text/plain"',
]
