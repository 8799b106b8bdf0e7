/** A host of MCP Apps in a page: the official AppBridge around a sandboxed frame. The test calls `hostApi`. */
import { AppBridge, PostMessageTransport } from '@modelcontextprotocol/ext-apps/app-bridge'

const received = { sizes: [], messages: [], contexts: [], links: [], calls: [] }
let bridge

window.hostApi = {
  received,

  /** Resolves when the view has sent `ui/notifications/initialized`. */
  async open({ html, capabilities, context, answersMessages, refusesCalls }) {
    const frame = document.createElement('iframe')
    frame.setAttribute('sandbox', 'allow-scripts')
    frame.title = 'view'
    document.body.append(frame)
    bridge = new AppBridge(null, { name: 'test-host', version: '1.0.0' }, capabilities, {
      hostContext: context,
    })
    const initialized = new Promise((resolve) => {
      bridge.oninitialized = resolve
    })
    bridge.oncalltool = (params) => {
      received.calls.push(params)
      if (window.hostApi.refusesCalls) throw new Error('The user refused')
      return window.forwardCall(params)
    }
    bridge.onsizechange = ({ height }) => {
      received.sizes.push(height)
      frame.style.height = `${height}px`
    }
    bridge.onmessage = (params) => {
      received.messages.push(params)
      return answersMessages ? Promise.resolve({}) : new Promise(() => {})
    }
    bridge.onopenlink = ({ url }) => {
      received.links.push(url)
      return Promise.resolve({})
    }
    bridge.onupdatemodelcontext = (params) => {
      received.contexts.push(params)
      return Promise.resolve({})
    }
    window.hostApi.refusesCalls = refusesCalls
    await bridge.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow))
    frame.srcdoc = html
    await initialized
  },

  sendPartialInput: (args) => bridge.sendToolInputPartial({ arguments: args }),
  sendInput: (args) => bridge.sendToolInput({ arguments: args }),
  sendResult: (result) => bridge.sendToolResult(result),
  sendCancelled: (reason) => bridge.sendToolCancelled({ reason }),
  setContext: (context) => bridge.setHostContext(context),
  teardown: () => bridge.teardownResource({}),
}
