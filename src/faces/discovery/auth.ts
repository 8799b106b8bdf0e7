/** /auth.md: how to authenticate, which is not at all. */
import { type MachineFile, markdownType } from './context.ts'
import { bullets, code, section, text } from './markdown.ts'
import { consent, limits } from './rules.ts'

export const authMd: MachineFile = {
  path: '/auth.md',
  type: markdownType,
  about: { vi: 'xác thực: không cần khóa', en: 'authentication: no key is needed' },
  write(facts) {
    const { base, business, operations } = facts
    const writing = operations.filter(({ kind }) => kind === 'write')
    return text(
      '# auth.md: no key is needed',
      `For assistants, agents and programs that call ${business.name} at ${code(base)}.`,
      section(
        'Method',
        bullets([
          'Supported method: anonymous. Send no Authorization header, no key, no token and no cookie.',
          'Registration: none. There is no endpoint to register at and none that gives out credentials.',
          'OAuth and OpenID Connect: none, hence no metadata for them.',
          'Credentials: none to use, to keep, to renew or to revoke.',
          `This holds for the API (${code(`${base}/api`)}), the MCP server (${code(`${base}/mcp`)}) and every page.`,
        ]),
      ),
      section(
        'Consent',
        consent.en,
        'It is needed for everything that is sent:',
        bullets(
          writing.map(
            ({ http, summary }) => `${code(`${http.method} ${http.path}`)}: ${summary.en}.`,
          ),
        ),
        'The code that a request is answered with opens its status: it belongs to the person who asked.',
      ),
      section(
        'Limits',
        limits(facts).en,
        'A page of another site may read in a browser, but not send.',
      ),
    )
  },
}
