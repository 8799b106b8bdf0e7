/** Opens the view of a running shop as a host does: a real browser, the official AppBridge, the official client. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { build } from 'esbuild'
import type { Frame } from 'playwright-core'
import type { JsonRecord } from '../assistant.ts'
import type { Page, TestBrowser } from '../browser.ts'
import { closeAfter } from '../lifetime.ts'
import type { RunningShop } from '../shop.ts'

/** The policy that a host sets for a view that declares nothing. */
const defaultPolicy = [
  "default-src 'none'",
  "script-src 'self' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "media-src 'self' data:",
  "connect-src 'none'",
].join('; ')

/** Recorded by the host page. */
type Received = {
  sizes: number[]
  messages: { role: string; content: { text: string }[] }[]
  contexts: { content: { text: string }[]; structuredContent: JsonRecord }[]
  links: string[]
  calls: { name: string; arguments: JsonRecord }[]
}

export type HostOptions = {
  width?: number
  theme?: 'light' | 'dark'
  locale?: string
  capabilities?: JsonRecord
  answersMessages?: boolean
  refusesCalls?: boolean
  /** The host shows the forms of the server (elicitation), and the guest agrees or does not. */
  answersForms?: 'accept' | 'decline'
}

export type OpenView = {
  page: Page
  frame: Frame
  client: Client
  /** Errors in the console, violations of the policy among them. */
  errors: string[]
  /** Calls a function of the host page by its name. */
  host(name: string, argument?: unknown): Promise<unknown>
  received(): Promise<Received>
  /** The call of a model, whose arguments and result the host passes to the view. */
  callAsModel(tool: string, args: JsonRecord): Promise<void>
}

export const allCapabilities = {
  serverTools: {},
  openLinks: {},
  message: { text: {} },
  updateModelContext: { text: {}, structuredContent: {} },
}

async function connectClient(
  app: RunningShop,
  action: HostOptions['answersForms'],
): Promise<Client> {
  const client = new Client(
    { name: 'letan-test', version: '1.0.0' },
    {
      versionNegotiation: { mode: 'auto' },
      ...(action && { capabilities: { elicitation: { form: {} } } }),
    },
  )
  if (action) {
    const content = { agree: true }
    client.setRequestHandler('elicitation/create', () =>
      action === 'accept' ? { action, content } : { action },
    )
  }
  const url = new URL(`http://127.0.0.1:${app.port}/mcp`)
  await client.connect(new StreamableHTTPClientTransport(url))
  return client
}

/** The view that a tool names, as the client reads it. */
async function readView(client: Client, tool: string): Promise<string> {
  const { tools } = await client.listTools()
  const meta = tools.find(({ name }) => name === tool)?._meta as { ui: { resourceUri: string } }
  const { contents } = await client.readResource({ uri: meta.ui.resourceUri })
  return (contents[0] as { text: string }).text
}

export async function openView(
  browser: TestBrowser,
  app: RunningShop,
  tool: string,
  options: HostOptions = {},
): Promise<OpenView> {
  const { width = 390, theme = 'light', locale = 'en', answersForms, ...rest } = options
  const client = await connectClient(app, answersForms)
  closeAfter(() => client.close())
  const page = await browser.newPage({ viewport: { width, height: 900 } })
  const errors: string[] = []
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  page.on('pageerror', (error) => errors.push(String(error)))
  await page.addInitScript(`addEventListener('securitypolicyviolation', (event) =>
    console.error('policy', event.violatedDirective, event.blockedURI))`)
  await page.exposeFunction('forwardCall', (params: { name: string; arguments: JsonRecord }) =>
    client.callTool(params),
  )
  await page.setContent(
    '<!doctype html><html lang="en"><title>host</title><style>body{margin:0}iframe{border:0;width:100%}</style><body>',
  )
  await page.addScriptTag({ content: await bundleHost() })
  const html = await readView(client, tool)
  const policy = `<meta http-equiv="Content-Security-Policy" content="${defaultPolicy}">`
  const host = (name: string, argument?: unknown) =>
    page.evaluate(`hostApi.${name}(${JSON.stringify(argument) ?? ''})`)
  await host('open', {
    html: html.replace('<head>', `<head>${policy}`),
    capabilities: allCapabilities,
    answersMessages: true,
    ...rest,
    context: { theme, locale, displayMode: 'inline' },
  })
  const frame = page.frames()[1]
  if (!frame) throw new Error('The host page has no frame')
  return {
    ...{ page, frame, client, errors, host },
    received: () => page.evaluate('hostApi.received') as Promise<Received>,
    async callAsModel(name, args) {
      await host('sendInput', args)
      await host('sendResult', await client.callTool({ name, arguments: args }))
    },
  }
}

let bundled: Promise<string> | undefined

function bundleHost(): Promise<string> {
  bundled ??= build({
    entryPoints: [new URL('./host-page.js', import.meta.url).pathname],
    bundle: true,
    format: 'iife',
    platform: 'browser',
    write: false,
    logLevel: 'error',
  }).then(({ outputFiles }) => outputFiles[0]?.text ?? '')
  return bundled
}
