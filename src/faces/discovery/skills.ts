/** /.well-known/agent-skills: the main jobs that can be done here, each as a skill to load. */
import { createHash } from 'node:crypto'
import type { ServedFile } from '../../http/static-file.ts'
import { lazily } from '../../kernel/memoize.ts'
import type { Tool } from '../../kernel/tool.ts'
import { type Facts, type MachineFile, markdownType } from './context.ts'
import { bullets, code, section, text } from './markdown.ts'
import { rules } from './rules.ts'

const folder = '/.well-known/agent-skills'

/** A job that every trade has, and the tools that do it. */
type Job = {
  name: string
  title: string
  does(shop: string): string
  uses(tool: Tool): boolean
}

const aboutBookings = (tool: Tool): boolean =>
  tool.kind === 'write'
    ? tool.operation.http.path.startsWith('/api/booking')
    : tool.changesWith === 'guest'

const jobs: readonly Job[] = [
  {
    name: 'ask-about-offers',
    title: 'Ask about offers',
    does: (shop) =>
      `Answers questions about ${shop}: what it offers, prices, opening hours, rules, the people who work there.`,
    uses: (tool) => tool.kind === 'read' && !aboutBookings(tool),
  },
  {
    name: 'request-a-booking',
    title: 'Request a booking',
    does: (shop) =>
      `Finds a free time at ${shop} and sends a booking request, or asks staff to change one.`,
    uses: aboutBookings,
  },
  {
    name: 'reach-the-staff',
    title: 'Reach the staff',
    does: (shop) => `Sends the staff of ${shop} a request that is not a booking.`,
    uses: (tool) => tool.kind === 'write' && !aboutBookings(tool),
  },
]

export type SkillFile = Pick<ServedFile, 'path' | 'type'> & {
  name: string
  description: string
  body(): string
}

export function skillFiles(facts: Facts): SkillFile[] {
  return jobs.flatMap((job) => {
    const tools = facts.tools.filter(job.uses)
    return tools.length === 0 ? [] : skillFile(facts, job, tools)
  })
}

function skillFile(facts: Facts, { name, title, does }: Job, tools: readonly Tool[]): SkillFile {
  const { base, business } = facts
  const titles = tools.map(({ title }) => title).join(', ')
  const description = `${does(business.name)} Use it for: ${titles}.`
  return {
    name,
    description,
    path: `${folder}/${name}/SKILL.md`,
    type: markdownType,
    body: lazily(() =>
      text(
        `---\nname: ${name}\ndescription: ${JSON.stringify(description)}\n---`,
        `# ${title}: ${business.name}`,
        business.description.en,
        section(
          'Tools',
          `They are at the MCP server ${code(`${base}/mcp`)} (Streamable HTTP, no key).`,
          bullets(tools.map((tool) => `${code(tool.name)}: ${tool.description}${httpDoor(tool)}`)),
        ),
        section('Rules', bullets(rules(facts).map(({ en }) => en))),
      ),
    ),
  }
}

function httpDoor(tool: Tool): string {
  if (tool.kind === 'read') return ''
  const { method, path } = tool.operation.http
  return ` Without MCP: ${code(`${method} ${path}`)}.`
}

export const skillIndex: MachineFile = {
  path: `${folder}/index.json`,
  type: 'application/json',
  about: { vi: 'kỹ năng để trợ lý nạp vào', en: 'skills for assistants to load' },
  write: (facts) =>
    JSON.stringify({
      $schema: 'https://schemas.agentskills.io/discovery/0.2.0/schema.json',
      skills: skillFiles(facts).map(({ name, description, path, body }) => ({
        name,
        type: 'skill-md',
        description,
        url: path,
        digest: `sha256:${createHash('sha256').update(body()).digest('hex')}`,
      })),
    }),
}
