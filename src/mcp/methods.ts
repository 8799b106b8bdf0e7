/** The methods of the protocol. A result is JSON; results that never change are encoded once. */
import { findNearest } from '../kernel/nearest.ts'
import { truncate } from '../kernel/truncate.ts'
import { type BinaryString, toBinaryString } from './binary-string.ts'
import {
  type CallContext,
  type CompletionRequest,
  type InputRequired,
  type Json,
  type JsonObject,
  ProtocolError,
  type Resources,
  type SerializedResult,
  type ServerDefinition,
} from './definition.ts'
import { isObject } from './message.ts'
import { paginateList } from './pagination.ts'
import { isLegacy, legacyVersions, metaKeys, protocolVersions } from './versions.ts'

export type MethodResult = BinaryString | InputRequired

export type MethodHandler = (
  params: JsonObject,
  context: CallContext,
) => MethodResult | Promise<MethodResult>

export type Methods = Readonly<Record<CallContext['era'], ReadonlyMap<string, MethodHandler>>>

const maxCompletions = 100

type CacheHint = 'public' | 'none'

export function createMethods(definition: ServerDefinition): Methods {
  const { info, instructions, tools, resources, prompts, complete, legacy } = definition
  const capabilities = {
    tools: {},
    ...(resources && { resources: {} }),
    ...(prompts && { prompts: {} }),
    ...(complete && { completions: {} }),
  }
  const fullInfo = toBinaryString(JSON.stringify(info))
  /** Clients take the icons from the results that they cache; the others stay small. */
  const briefInfo = toBinaryString(JSON.stringify({ ...info, icons: undefined }))
  const cacheHints: Record<CacheHint, string> = {
    public: `"ttlMs":${definition.cacheTtlMs},"cacheScope":"public"`,
    none: '"ttlMs":0,"cacheScope":"private"',
  }

  /** The result in the form of each era. `cache` is for the methods whose results tell clients about caching. */
  const render = (era: CallContext['era'], result: object, cache?: CacheHint): BinaryString => {
    const text =
      'json' in result ? (result as SerializedResult).json : toBinaryString(JSON.stringify(result))
    if (era === 'legacy') return text
    const hints = cache ? `${cacheHints[cache]},` : ''
    const serverInfo = cache === 'public' ? fullInfo : briefInfo
    const members = text === '{}' ? '' : `${text.slice(1, -1)},`
    return `{"resultType":"complete",${members}${hints}"_meta":{"${metaKeys.server}":${serverInfo}}}` as BinaryString
  }

  /** A result that never changes. */
  const renderFixed = (result: object) => ({
    modern: render('modern', result, 'public'),
    legacy: render('legacy', result),
  })

  const fixedResult = (result: object): MethodHandler => {
    const texts = renderFixed(result)
    return ({ cursor }, { era }) => {
      if (cursor !== undefined) throw invalidParams('There is no further page')
      return texts[era]
    }
  }

  const toolByName = new Map(tools.map((tool) => [tool.described.name, tool]))
  const callTool: MethodHandler = (params, context) => {
    const tool = toolByName.get(params.name as string)
    if (!tool) throw invalidParams(unknownTool(params.name, [...toolByName.keys()]))
    const args = params.arguments ?? {}
    if (!isObject(args)) throw invalidParams('arguments must be an object')
    const finish = (result: object) =>
      'inputRequests' in result ? (result as InputRequired) : render(context.era, result)
    const result = tool.call(args, context)
    return result instanceof Promise ? result.then(finish) : finish(result)
  }

  const promptByName = new Map((prompts ?? []).map((prompt) => [prompt.described.name, prompt]))
  const getPrompt: MethodHandler = (params, context) => {
    const prompt = promptByName.get(params.name as string)
    if (!prompt) throw invalidParams(`Unknown prompt: ${displayName(params.name)}`)
    const args = parseTextArguments(params.arguments ?? {})
    const missing = prompt.described.arguments.filter(
      ({ name, required }) => required && !args[name]?.trim(),
    )
    if (missing.length > 0) {
      throw invalidParams(`Missing arguments: ${missing.map(({ name }) => name).join(', ')}`)
    }
    const finish = (result: object) =>
      'inputRequests' in result ? (result as InputRequired) : render(context.era, result)
    const result = prompt.get(args, context)
    return result instanceof Promise ? result.then(finish) : finish(result)
  }

  const resourcePages = new Map(
    paginateList(resources?.list ?? []).map(({ cursor, items, nextCursor }) => [
      cursor,
      renderFixed({ resources: items, ...(nextCursor && { nextCursor }) }),
    ]),
  )
  const listResources: MethodHandler = ({ cursor }, { era }) => {
    const page = resourcePages.get(cursor as string | undefined)
    if (!page) throw invalidParams('Invalid cursor: start again without a cursor')
    return page[era]
  }

  const readResource: MethodHandler = ({ uri }, context) => {
    if (typeof uri !== 'string') throw invalidParams('uri must be a string')
    const { era } = context
    const finish = (found: Awaited<ReturnType<Resources['read']>>) => {
      if (found && 'changing' in found) return render(era, { contents: [found.changing] }, 'none')
      if (found) return render(era, 'json' in found ? found : { contents: [found] }, 'public')
      const code = era === 'modern' ? -32602 : -32002
      throw new ProtocolError(code, resourceNotFound, { data: { uri } })
    }
    const found = resources?.read(uri, context)
    return found instanceof Promise ? found.then(finish) : finish(found)
  }

  const completeArgument: MethodHandler = (params, { era }) => {
    const request = parseCompletionRequest(params)
    const isKnown =
      request.of === 'prompt'
        ? promptByName.has(request.name)
        : resources?.templates.some(({ uriTemplate }) => uriTemplate === request.name)
    if (!isKnown) throw invalidParams(`Unknown ${request.of}: ${request.name}`)
    const found = complete?.(request) ?? []
    const values = found.slice(0, maxCompletions)
    return render(era, {
      completion: { values, total: found.length, hasMore: values.length < found.length },
    })
  }

  const shared: [string, MethodHandler][] = [
    ['tools/list', fixedResult({ tools: tools.map(({ described }) => described) })],
    ['tools/call', callTool],
    ...methodsFor(resources, [
      ['resources/list', listResources],
      ['resources/templates/list', fixedResult({ resourceTemplates: resources?.templates ?? [] })],
      ['resources/read', readResource],
    ]),
    ...methodsFor(prompts, [
      ['prompts/list', fixedResult({ prompts: (prompts ?? []).map(({ described }) => described) })],
      ['prompts/get', getPrompt],
    ]),
    ...methodsFor(complete, [['completion/complete', completeArgument]]),
  ]

  const initialize: MethodHandler = ({ protocolVersion }) => {
    if (typeof protocolVersion !== 'string') throw invalidParams('protocolVersion must be a string')
    return render('legacy', {
      protocolVersion: isLegacy(protocolVersion) ? protocolVersion : legacyVersions[0],
      capabilities: { ...capabilities, ...legacy?.capabilities },
      serverInfo: info,
      instructions,
    })
  }

  const legacyMethods = Object.entries(legacy?.methods ?? {}).map(
    ([name, method]): [string, MethodHandler] => [
      name,
      async (params, context) => render('legacy', await method(params, context)),
    ],
  )

  const discovery = { supportedVersions: protocolVersions, capabilities, instructions }
  return {
    modern: new Map([...shared, ['server/discover', fixedResult(discovery)]]),
    legacy: new Map([
      ...shared,
      ['initialize', initialize],
      ['ping', () => '{}' as BinaryString],
      ...legacyMethods,
    ]),
  }
}

/** The methods of a capability, if the server has it. */
function methodsFor(
  capability: unknown,
  methods: [string, MethodHandler][],
): [string, MethodHandler][] {
  return capability === undefined ? [] : methods
}

function parseCompletionRequest({ ref, argument, context }: JsonObject): CompletionRequest {
  if (!isObject(ref) || !isObject(argument)) throw invalidParams('ref and argument must be objects')
  const of = ref.type === 'ref/prompt' ? 'prompt' : 'template'
  const name = of === 'prompt' ? ref.name : ref.uri
  if (of === 'template' && ref.type !== 'ref/resource') {
    throw invalidParams('ref.type is ref/prompt or ref/resource')
  }
  if (
    typeof name !== 'string' ||
    typeof argument.name !== 'string' ||
    typeof argument.value !== 'string'
  ) {
    throw invalidParams('ref, argument.name and argument.value are required')
  }
  const filled = isObject(context) ? parseTextArguments(context.arguments ?? {}) : {}
  return { of, name, argument: argument.name, typed: argument.value, filled }
}

/** Longer than any value that a prompt needs. */
const maxTextLength = 500

/** For error messages: a long name is truncated. */
function displayName(name: Json | undefined): string {
  return typeof name === 'string' ? truncate(name, 80) : '(no name)'
}

const resourceNotFound =
  'Resource not found. resources/list and resources/templates/list have the URIs'

/** A longer text is no mistaken name. */
const maxToolNameLength = 128

function unknownTool(name: Json | undefined, known: readonly string[]): string {
  if (typeof name !== 'string' || name.length > maxToolNameLength)
    return `Unknown tool: ${displayName(name)}`
  const nearest = findNearest(displayName(name), known, (one) => [one])
  const hint =
    nearest === undefined ? `. The tools are ${known.join(', ')}` : `. The nearest is ${nearest}`
  return `Unknown tool: ${displayName(name)}${hint}`
}

function parseTextArguments(args: Json): Record<string, string> {
  if (!isObject(args)) throw invalidParams('arguments must be an object')
  const texts: Record<string, string> = {}
  for (const [name, value] of Object.entries(args)) {
    if (typeof value !== 'string' || value.length > maxTextLength) {
      throw invalidParams(
        `${displayName(name)} must be a string of at most ${maxTextLength} characters`,
      )
    }
    texts[name] = value
  }
  return texts
}

function invalidParams(reason: string): ProtocolError {
  return new ProtocolError(-32602, reason)
}
