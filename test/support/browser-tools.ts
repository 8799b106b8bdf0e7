/** The tools of a page (WebMCP) as an assistant in the browser sees and calls them. */
import type { CDPSession } from 'playwright-core'
import type { Page } from './browser.ts'

/** Switches on the tool interface in a Chromium that has it. */
export const toolArguments = ['--enable-features=WebMCP,WebMCPTesting']

export type PageTool = {
  name: string
  description: string
  inputSchema: {
    properties: Record<string, { description?: string; enum?: string[] }>
    required?: string[]
  }
}

export type PageTools = {
  /** The tools of the current page. */
  list(): Promise<PageTool[]>
  /** Calls a tool and returns its result, after the page that it leads to was loaded. */
  call(name: string, input: Readonly<Record<string, unknown>>): Promise<unknown>
}

/** The reason to skip tests, if this browser has no tool interface. Pages have it only in a secure context. */
export async function missingTools(page: Page, address: string): Promise<string | false> {
  await page.goto(address)
  const hasInterface = await page.evaluate("typeof document.modelContext === 'object'")
  if (hasInterface) return false
  const version = page.context().browser()?.version() ?? 'unknown'
  const reason = `Chromium ${version} has no tool interface (document.modelContext, WebMCP)`
  console.error(`\n*** The tests of browser assistants are SKIPPED: ${reason} ***\n`)
  return reason
}

export async function openPageTools(page: Page): Promise<PageTools> {
  const session = await page.context().newCDPSession(page)
  const responses = new Map<string, (response: ToolResponse) => void>()
  const early = new Map<string, ToolResponse>()
  session.on('WebMCP.toolResponded', (response: ToolResponse) => {
    const resolve = responses.get(response.invocationId)
    if (resolve) resolve(response)
    else early.set(response.invocationId, response)
  })
  await session.send('WebMCP.enable')
  return {
    list: () => listTools(page),
    async call(toolName, input) {
      const frameId = await mainFrameOf(session)
      const { invocationId } = await session.send('WebMCP.invokeTool', {
        frameId,
        toolName,
        // The declared type allows only texts; the protocol takes any JSON.
        input: input as Record<string, string>,
      })
      const response =
        early.get(invocationId) ??
        (await new Promise<ToolResponse>((resolve) => responses.set(invocationId, resolve)))
      if (response.status !== 'Completed') throw new Error(response.errorText ?? response.status)
      await page.waitForLoadState()
      return response.output
    },
  }
}

type ToolResponse = {
  invocationId: string
  status: string
  output?: unknown
  errorText?: string
}

async function mainFrameOf(session: CDPSession): Promise<string> {
  const { frameTree } = await session.send('Page.getFrameTree')
  return frameTree.frame.id
}

/** Through the interface that the page itself would use; the schema is a JSON text or an object. */
async function listTools(page: Page): Promise<PageTool[]> {
  const tools = (await page.evaluate(`(async () => (await document.modelContext.getTools()).map(
    ({ name, description, inputSchema }) => ({ name, description, inputSchema })))()`)) as {
    name: string
    description: string
    inputSchema: string | PageTool['inputSchema']
  }[]
  return tools.map(({ inputSchema, ...tool }) => ({
    ...tool,
    inputSchema: typeof inputSchema === 'string' ? JSON.parse(inputSchema) : inputSchema,
  }))
}
