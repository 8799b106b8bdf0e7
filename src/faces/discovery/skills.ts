/** /.well-known/agent-skills: the main tasks of the shop, each as a loadable skill. */
import { createHash } from 'node:crypto'
import type { ServedFile } from '../../http/static-file.ts'
import { lazy } from '../../kernel/memoize.ts'
import type { Tool } from '../../kernel/tool.ts'
import { type DiscoveryContext, type DiscoveryFile, markdownType } from './context.ts'
import { inlineCode, joinBlocks, markdownList, markdownSection } from './markdown.ts'
import { rules } from './rules.ts'

const folder = '/.well-known/agent-skills'

/** A task that every trade has, and its tools. */
type Job = {
  name: string
  title: string
  describe(shop: string): string
  includesTool(tool: Tool): boolean
}

const aboutBookings = (tool: Tool): boolean =>
  tool.kind === 'write'
    ? tool.operation.http.path.startsWith('/api/booking')
    : tool.changesWith === 'bookings'

const jobs: readonly Job[] = [
  {
    name: 'ask-about-offers',
    title: 'Ask about offers',
    describe: (shop) =>
      `Answers questions about ${shop}: what it offers, prices, opening hours, rules, the people who work there.`,
    includesTool: (tool) => tool.kind === 'read' && !aboutBookings(tool),
  },
  {
    name: 'request-a-booking',
    title: 'Request a booking',
    describe: (shop) =>
      `Finds a free time at ${shop} and sends a booking request, or asks staff to change one.`,
    includesTool: aboutBookings,
  },
  {
    name: 'reach-the-staff',
    title: 'Reach the staff',
    describe: (shop) => `Sends the staff of ${shop} a request that is not a booking.`,
    includesTool: (tool) => tool.kind === 'write' && !aboutBookings(tool),
  },
]

export type SkillFile = Pick<ServedFile, 'path' | 'type'> & {
  name: string
  description: string
  body(): string
}

export function skillFiles(context: DiscoveryContext): SkillFile[] {
  return jobs.flatMap((job) => {
    const tools = context.tools.filter(job.includesTool)
    return tools.length === 0 ? [] : skillFile(context, job, tools)
  })
}

function skillFile(
  context: DiscoveryContext,
  { name, title, describe }: Job,
  tools: readonly Tool[],
): SkillFile {
  const { base, business } = context
  const titles = tools.map(({ title }) => title).join(', ')
  const description = `${describe(business.name)} Use it for: ${titles}.`
  return {
    name,
    description,
    path: `${folder}/${name}/SKILL.md`,
    type: markdownType,
    body: lazy(() =>
      joinBlocks(
        `---\nname: ${name}\ndescription: ${JSON.stringify(description)}\n---`,
        `# ${title}: ${business.name}`,
        business.description.en,
        markdownSection(
          'Tools',
          `Available at the MCP server ${inlineCode(`${base}/mcp`)} (Streamable HTTP, no key).`,
          markdownList(
            tools.map(
              (tool) => `${inlineCode(tool.name)}: ${tool.description}${httpAlternative(tool)}`,
            ),
          ),
        ),
        markdownSection('Rules', markdownList(rules(context).map(({ en }) => en))),
      ),
    ),
  }
}

function httpAlternative(tool: Tool): string {
  if (tool.kind === 'read') return ''
  const { method, path } = tool.operation.http
  return ` Without MCP: ${inlineCode(`${method} ${path}`)}.`
}

export const skillIndex: DiscoveryFile = {
  path: `${folder}/index.json`,
  type: 'application/json',
  description: { vi: 'kỹ năng để trợ lý nạp vào', en: 'skills for assistants to load' },
  render: (context) =>
    JSON.stringify({
      $schema: 'https://schemas.agentskills.io/discovery/0.2.0/schema.json',
      skills: skillFiles(context).map(({ name, description, path, body }) => ({
        name,
        type: 'skill-md',
        description,
        url: path,
        digest: `sha256:${createHash('sha256').update(body()).digest('hex')}`,
      })),
    }),
}
