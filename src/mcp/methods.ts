/** What each method answers. A result is JSON, written once where it never changes. */

import { shorten } from '../kernel/truncate.ts'
import { type Bytes, toBytes } from './binary-string.ts'
import {
  type CompletionQuestion,
  type Definition,
  type Exchange,
  type Json,
  type JsonObject,
  ProtocolError,
  type Question,
  type Ready,
  type ResourceDescription,
} from './definition.ts'
import { isObject } from './message.ts'
import { createPager } from './pagination.ts'
import { isLegacy, legacyVersions, metaKeys, servedVersions } from './versions.ts'

export type Outcome = Bytes | Question

export type Handling = (params: JsonObject, exchange: Exchange) => Outcome | Promise<Outcome>

export type Methods = Readonly<Record<Exchange['era'], ReadonlyMap<string, Handling>>>

const mostCompletions = 100

export function createMethods(definition: Definition): Methods {
  const { info, instructions, tools, resources, prompts, complete, legacy } = definition
  const capabilities = {
    tools: {},
    ...(resources && { resources: {} }),
    ...(prompts && { prompts: {} }),
    ...(complete && { completions: {} }),
  }
  const serverInfo = toBytes(JSON.stringify(info))

  /** How a result looks in each era. `kept` says whether a client may keep it for a while. */
  const render = (era: Exchange['era'], result: object, kept = false): Bytes => {
    const text = 'json' in result ? (result as Ready).json : toBytes(JSON.stringify(result))
    if (era === 'legacy') return text
    const hints = kept ? `"ttlMs":${definition.keepFor},"cacheScope":"public",` : ''
    const members = text === '{}' ? '' : `${text.slice(1, -1)},`
    return `{"resultType":"complete",${members}${hints}"_meta":{"${metaKeys.server}":${serverInfo}}}` as Bytes
  }

  /** A result that never changes. */
  const fixed = (result: object): Handling => {
    const texts = { modern: render('modern', result, true), legacy: render('legacy', result) }
    return ({ cursor }, { era }) => {
      if (cursor !== undefined) throw invalid('there is no further page')
      return texts[era]
    }
  }

  const toolByName = new Map(tools.map((tool) => [tool.described.name, tool]))
  const callTool: Handling = (params, exchange) => {
    const tool = toolByName.get(params.name as string)
    if (!tool) throw invalid(`Unknown tool: ${shown(params.name)}`)
    const given = params.arguments ?? {}
    if (!isObject(given)) throw invalid('arguments must be an object')
    const finish = (answer: object) =>
      'ask' in answer ? (answer as Question) : render(exchange.era, answer)
    const answer = tool.call(given, exchange)
    return answer instanceof Promise ? answer.then(finish) : finish(answer)
  }

  const promptByName = new Map((prompts ?? []).map((prompt) => [prompt.described.name, prompt]))
  const getPrompt: Handling = async (params, exchange) => {
    const prompt = promptByName.get(params.name as string)
    if (!prompt) throw invalid(`Unknown prompt: ${shown(params.name)}`)
    const given = textsOf(params.arguments ?? {})
    const missing = prompt.described.arguments.filter(
      ({ name, required }) => required && !given[name]?.trim(),
    )
    if (missing.length > 0) {
      throw invalid(`Missing arguments: ${missing.map(({ name }) => name).join(', ')}`)
    }
    const answer = await prompt.get(given, exchange)
    return 'ask' in answer ? answer : render(exchange.era, answer)
  }

  const pager = createPager<ResourceDescription>(resources?.list ?? [])
  const listResources: Handling = ({ cursor }, { era }) => {
    const { items, nextCursor } = pager(cursor)
    return render(era, { resources: items, ...(nextCursor && { nextCursor }) }, true)
  }

  const readResource: Handling = ({ uri }, { era }) => {
    if (typeof uri !== 'string') throw invalid('uri must be a string')
    const found = resources?.read(uri)
    if (found) return render(era, { contents: [found] }, true)
    const code = era === 'modern' ? -32602 : -32002
    throw new ProtocolError(code, 'Resource not found', { data: { uri } })
  }

  const completeArgument: Handling = (params, { era }) => {
    const question = readQuestion(params)
    const known =
      question.of === 'prompt'
        ? promptByName.has(question.name)
        : resources?.templates.some(({ uriTemplate }) => uriTemplate === question.name)
    if (!known) throw invalid(`Unknown ${question.of}: ${question.name}`)
    const found = complete?.(question) ?? []
    const values = found.slice(0, mostCompletions)
    return render(era, {
      completion: { values, total: found.length, hasMore: values.length < found.length },
    })
  }

  const shared: [string, Handling][] = [
    ['tools/list', fixed({ tools: tools.map(({ described }) => described) })],
    ['tools/call', callTool],
    ...named(resources, [
      ['resources/list', listResources],
      ['resources/templates/list', fixed({ resourceTemplates: resources?.templates ?? [] })],
      ['resources/read', readResource],
    ]),
    ...named(prompts, [
      ['prompts/list', fixed({ prompts: (prompts ?? []).map(({ described }) => described) })],
      ['prompts/get', getPrompt],
    ]),
    ...named(complete, [['completion/complete', completeArgument]]),
  ]

  const initialize: Handling = ({ protocolVersion }) => {
    if (typeof protocolVersion !== 'string') throw invalid('protocolVersion must be a string')
    return render('legacy', {
      protocolVersion: isLegacy(protocolVersion) ? protocolVersion : legacyVersions[0],
      capabilities: { ...capabilities, ...legacy?.capabilities },
      serverInfo: info,
      instructions,
    })
  }

  const ofLegacy = Object.entries(legacy?.methods ?? {}).map(
    ([name, method]): [string, Handling] => [
      name,
      async (params, exchange) => render('legacy', await method(params, exchange)),
    ],
  )

  const discovery = { supportedVersions: servedVersions, capabilities, instructions }
  return {
    modern: new Map([...shared, ['server/discover', fixed(discovery)]]),
    legacy: new Map([
      ...shared,
      ['initialize', initialize],
      ['ping', () => '{}' as Bytes],
      ...ofLegacy,
    ]),
  }
}

/** The methods of a capability, if it is there. */
function named(capability: unknown, methods: [string, Handling][]): [string, Handling][] {
  return capability === undefined ? [] : methods
}

function readQuestion({ ref, argument, context }: JsonObject): CompletionQuestion {
  if (!isObject(ref) || !isObject(argument)) throw invalid('ref and argument must be objects')
  const of = ref.type === 'ref/prompt' ? 'prompt' : 'template'
  const name = of === 'prompt' ? ref.name : ref.uri
  if (of === 'template' && ref.type !== 'ref/resource') {
    throw invalid('ref.type is ref/prompt or ref/resource')
  }
  if (
    typeof name !== 'string' ||
    typeof argument.name !== 'string' ||
    typeof argument.value !== 'string'
  ) {
    throw invalid('ref, argument.name and argument.value are needed')
  }
  const filled = isObject(context) ? textsOf(context.arguments ?? {}) : {}
  return { of, name, argument: argument.name, typed: argument.value, filled }
}

/** Longer than anything that a prompt is asked with. */
const longestText = 500

/** A name as it was sent, if it is one, and not all of a long one. */
function shown(name: Json | undefined): string {
  return typeof name === 'string' ? shorten(name, 80) : '(no name)'
}

function textsOf(given: Json): Record<string, string> {
  if (!isObject(given)) throw invalid('arguments must be an object')
  const texts: Record<string, string> = {}
  for (const [name, value] of Object.entries(given)) {
    if (typeof value !== 'string' || value.length > longestText) {
      throw invalid(`${shown(name)} must be a string of at most ${longestText} characters`)
    }
    texts[name] = value
  }
  return texts
}

function invalid(why: string): ProtocolError {
  return new ProtocolError(-32602, why)
}
