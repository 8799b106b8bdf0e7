/** Machine-readable files at well-known paths, and the page that lists them. */
import type { ServedFile } from '../../http/static-file.ts'
import { lazy } from '../../kernel/memoize.ts'
import type { DiscoveryContext } from './context.ts'
import { discoveryFiles } from './files.ts'
import { skillFiles } from './skills.ts'

export { assistantsPage } from './assistants-page.ts'
export { type Verification, verificationFiles } from './verification.ts'

export function renderDiscoveryFiles(context: DiscoveryContext): ServedFile[] {
  return [
    ...discoveryFiles.map(({ path, type, render, headers }) => ({
      path,
      type,
      body: lazy(() => render(context)),
      ...(headers && { headers: headers(context) }),
    })),
    ...skillFiles(context),
  ]
}

/** Links for the Link header of the home page. */
export const homeLinks = [
  '</.well-known/api-catalog>; rel="api-catalog"',
  '</openapi.json>; rel="service-desc"; type="application/json"',
  '</docs>; rel="service-doc"; type="text/html"',
  '</llms.txt>; rel="describedby"; type="text/plain"',
]
