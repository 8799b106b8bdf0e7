/** /auth.md: says that no authentication is needed. */
import { type DiscoveryFile, markdownType } from './context.ts'
import { inlineCode, joinBlocks, markdownList, markdownSection } from './markdown.ts'
import { consent, limits } from './rules.ts'

export const authMd: DiscoveryFile = {
  path: '/auth.md',
  type: markdownType,
  description: { vi: 'xác thực: không cần khóa', en: 'authentication: no key is needed' },
  render(context) {
    const { base, business, operations } = context
    const writing = operations.filter(({ kind }) => kind === 'write')
    return joinBlocks(
      '# auth.md: no key is needed',
      `For assistants, agents and programs that call ${business.name} at ${inlineCode(base)}.`,
      markdownSection(
        'Method',
        markdownList([
          'Supported method: anonymous. Send no Authorization header, no key, no token and no cookie.',
          'Registration: none. There is no endpoint to register at and none that gives out credentials.',
          'OAuth and OpenID Connect: none, hence no metadata for them.',
          'Credentials: none to use, to keep, to renew or to revoke.',
          `This holds for the API (${inlineCode(`${base}/api`)}), the MCP server (${inlineCode(`${base}/mcp`)}) and every page.`,
        ]),
      ),
      markdownSection(
        'Consent',
        consent.en,
        'It is needed for everything that is sent:',
        markdownList(
          writing.map(
            ({ http, summary }) => `${inlineCode(`${http.method} ${http.path}`)}: ${summary.en}.`,
          ),
        ),
        'The code that a request is answered with opens its status: it belongs to the person who asked.',
      ),
      markdownSection(
        'Limits',
        limits(context).en,
        'A page of another site may read in a browser, but not send.',
      ),
    )
  },
}
