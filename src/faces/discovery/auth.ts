/** /auth.md: says that no authentication is needed. */

import { userIdFields } from '../../mcp/user-id.ts'
import { type DiscoveryFile, markdownType } from './context.ts'
import { inlineCode, joinBlocks, markdownList, markdownSection } from './markdown.ts'
import { consent, limits } from './rules.ts'

export const authMd: DiscoveryFile = {
  path: '/auth.md',
  type: markdownType,
  description: { vi: 'xác thực: không cần khoá', en: 'authentication: no key is needed' },
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
          'Registration: none. No endpoint registers clients or issues credentials.',
          'OAuth and OpenID Connect: none, so there is no metadata for them.',
          'Credentials: none to use, store, renew or revoke.',
          `This applies to the API (${inlineCode(`${base}/api`)}), the MCP server ` +
            `(${inlineCode(`${base}/mcp`)}) and every page.`,
        ]),
      ),
      markdownSection(
        'Consent',
        consent.en,
        'Consent is required for everything that is sent:',
        markdownList(
          writing.map(
            ({ http, summary }) => `${inlineCode(`${http.method} ${http.path}`)}: ${summary.en}.`,
          ),
        ),
        'The response to a request contains a code that gives access to its status. It ' +
          'belongs to the person who made the request.',
      ),
      markdownSection(
        'Limits',
        limits(context).en,
        'A hosted assistant whose tool calls name its user in `_meta` ' +
          `(${userIdFields.map(inlineCode).join(', ')}: any text that is the same in every call of the user) ` +
          'is counted by that user, so that one user does not use up the limits of the others behind its ' +
          'address. All users of one address together have 20 times the limits of one. The id is stored only ' +
          'as a keyed hash.',
        'In a browser, pages of other sites can read but not send.',
      ),
    )
  },
}
