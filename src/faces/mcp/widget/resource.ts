/**
 * The view of the shop as an MCP App (extension `io.modelcontextprotocol/ui`): the resource, and what the tools say
 * about it. Definitions do not depend on the client; one that shows no views ignores them.
 */
import type { AssistantView } from '../../../kernel/booking-view.ts'
import { lazy } from '../../../kernel/memoize.ts'
import type { JsonObject, Resources } from '../../../mcp/definition.ts'
import { renderWidget, type WidgetShop } from './document.ts'

/** Prescribed by MCP Apps. */
const mimeType = 'text/html;profile=mcp-app'

/** `visibility` is left out: the default allows the model and the view to call. */
export function viewToolMeta(
  view: AssistantView | undefined,
  tool: string,
): JsonObject | undefined {
  if (!view) return undefined
  const { check, request, status } = view.tools
  if (tool === status) return { 'openai/widgetAccessible': true }
  if (tool !== check && tool !== request) return undefined
  return {
    ui: { resourceUri: view.uri },
    'openai/outputTemplate': view.uri,
    'openai/widgetAccessible': true,
  }
}

/**
 * The view can be read, but is not listed: the list is what people and models choose texts from, and clients find the
 * view in the definitions of the tools.
 */
export function withViewResource(
  resources: Resources,
  view: AssistantView | undefined,
  shop: WidgetShop & { base: string },
): Resources {
  if (!view) return resources
  const { uri } = view
  const text = lazy(() => renderWidget(view, shop))
  const _meta = resourceMeta(shop.base)
  return {
    ...resources,
    read: (asked, context) =>
      asked === uri ? { uri, mimeType, text: text(), _meta } : resources.read(asked, context),
  }
}

/**
 * The view loads nothing, so that the default Content-Security-Policy of every host fits. `ui.domain` has another form
 * in each host; only ChatGPT requires one, under its own key.
 */
function resourceMeta(base: string): JsonObject {
  return {
    ui: { prefersBorder: true },
    ...(base.startsWith('https:') && { 'openai/widgetDomain': new URL(base).origin }),
  }
}
