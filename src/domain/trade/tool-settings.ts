/** Applies the owner's settings of the tools (tools.yaml): tools that are off, added texts, arguments left out. */
import { z } from 'zod'
import { checkKnownId, checkKnownIds, orRemoveHint } from '../../content/checks.ts'
import type { Report } from '../../content/report.ts'
import type { ToolSettings } from '../../content/shop.ts'
import type { LocalizedText } from '../../kernel/locale.ts'
import type { Prompt, Tool } from '../../kernel/tool.ts'
import type { GuestQuestion } from '../scheduling/guest-question.ts'
import type { ToolContext } from './tool-context.ts'

type CreateTools = (questionsOf: ToolContext['questionsOf']) => readonly Tool[]

/** The parts of a shop that decide which tools it has. */
type ToolOwner = {
  toolSettings: ToolSettings | undefined
  booking: { questions: readonly GuestQuestion[] }
  checkTools(tools: readonly Tool[]): void
}

type ToolSetting = ToolSettings['tools'][number]

/** The tools that assistants get. Throws a ContentError if the settings name something unknown. */
export function chooseTools(
  { toolSettings, booking: { questions }, checkTools }: ToolOwner,
  createTools: CreateTools,
): readonly Tool[] {
  if (!toolSettings) return createTools(() => questions)
  checkTools(createTools(() => questions))
  const settings = new Map(toolSettings.tools.map((setting) => [setting.name, setting]))
  const isLeftOut = (tool: string, name: string) =>
    withDetails(settings.get(tool)?.without, questions).includes(name)
  const tools = createTools((tool) => questions.filter(({ name }) => !isLeftOut(tool, name)))
  const off = toolSettings.tools.filter((setting) => setting.off).map(({ name }) => name)
  return tools
    .filter(({ name }) => !off.includes(name))
    .map((tool) => withSetting(tool, settings.get(tool.name), questions))
    .map((tool) => withoutMentions(tool, off))
}

/** Prompts whose task can be completed with these tools. */
export function choosePrompts(prompts: readonly Prompt[], tools: readonly Tool[]): Prompt[] {
  const names = new Set(tools.map(({ name }) => name))
  return prompts.filter(({ tool }) => names.has(tool))
}

export function checkToolSettings(
  file: ToolSettings,
  tools: readonly Tool[],
  report: Report,
): void {
  const byName = new Map(tools.map((tool) => [tool.name, tool]))
  const names = file.tools.map(({ name }) => name)
  file.tools.forEach(({ name, without = [] }, index) => {
    checkKnownId(file, ['tools', index, 'name'], name, [...byName.keys()], report, orRemoveHint)
    if (names.indexOf(name) !== index) {
      report.error(
        file,
        ['tools', index, 'name'],
        () => ({ vi: `công cụ "${name}" có hai mục`, en: `the tool "${name}" has two entries` }),
        { vi: 'một mục cho mỗi công cụ', en: 'one entry for each tool' },
      )
    }
    const tool = byName.get(name)
    if (!tool) return
    const optional = Object.entries(tool.input.shape)
      .filter(([, field]) => isOptional(field))
      .map(([argument]) => argument)
    checkKnownIds(file, ['tools', index, 'without'], without, optional, report)
  })
}

/** An argument with a default is needed by the tool itself. */
function isOptional(field: z.core.$ZodType): boolean {
  const parsed = (field as z.ZodType).safeParse(undefined)
  return parsed.success && parsed.data === undefined
}

function withSetting(
  tool: Tool,
  setting: ToolSetting | undefined,
  questions: readonly GuestQuestion[],
): Tool {
  if (!setting) return tool
  const { text, without = [] } = setting
  const leftOut = withDetails(without, questions)
  const shape = Object.entries(tool.input.shape).filter(([name]) => !leftOut.includes(name))
  const input = z.strictObject(Object.fromEntries(shape))
  const adjusted = {
    ...tool,
    input,
    ...(text && {
      description: `${tool.description} ${text.en}`,
      addedText: { vi: text.vi ?? text.en, en: text.en },
    }),
  }
  const later = questions.filter(({ name }) => without.includes(name))
  if (adjusted.kind === 'read' || later.length === 0) return adjusted
  const { summarize } = adjusted
  const remark = askedByPhone(later)
  return {
    ...adjusted,
    summarize: (output, locale) => `${summarize(output, locale)} ${remark[locale]}`,
  }
}

/** A question that is left out takes with it the one for its details, which would only be asked the same way. */
function withDetails(
  names: readonly string[] = [],
  questions: readonly GuestQuestion[],
): readonly string[] {
  const details = questions.flatMap(({ name, inNote }) =>
    inNote && names.includes(name) ? [inNote.details] : [],
  )
  return [...names, ...details]
}

function askedByPhone(questions: readonly GuestQuestion[]): LocalizedText {
  const list = (locale: 'vi' | 'en') =>
    questions.map(({ heading }) => heading[locale].toLocaleLowerCase(locale)).join(', ')
  return {
    vi: `Nhân viên sẽ hỏi qua điện thoại về: ${list('vi')}.`,
    en: `Staff will ask about this by phone: ${list('en')}.`,
  }
}

/** A sentence about a tool that is off would send a model to a tool that does not exist. */
function withoutMentions(tool: Tool, off: readonly string[]): Tool {
  const isAffected = (text: string) => off.some((name) => text.includes(name))
  const shorten = (text: string) =>
    text
      .split(/(?<=[.!?]) /)
      .filter((sentence) => !isAffected(sentence))
      .join(' ')
  const fields = Object.entries(tool.input.shape as Record<string, z.ZodType>)
    .filter(([, field]) => isAffected(descriptionOf(field)))
    .map(([name, field]) => {
      const description = shorten(descriptionOf(field))
      return [name, field.meta({ ...field.meta(), description })] as const
    })
  return {
    ...tool,
    description: shorten(tool.description),
    input: fields.length === 0 ? tool.input : tool.input.extend(Object.fromEntries(fields)),
    ...(tool.kind === 'write' && isAffected(tool.ifFull?.en ?? '') && { ifFull: undefined }),
  } as Tool
}

/** An optional argument has the description of its schema, unless it has its own. */
function descriptionOf(field: z.core.$ZodType): string {
  const own = (field as z.ZodType).description
  return own ?? (field instanceof z.ZodOptional ? descriptionOf(field.unwrap()) : '')
}
