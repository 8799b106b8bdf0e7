/** Calls as assistants make them, as they may be tried out. */
import type { Facts, ListedTool } from './assistant.ts'

/** The same call as it may be tried out: a write stores nothing, and names a booking that is there. */
export function tryOut(tool: ListedTool, example: Facts, code: string): Facts {
  if (tool.annotations.readOnlyHint === true) return example
  return {
    ...example,
    ...('code' in example && { code }),
    consent: true,
    dry_run: true,
  }
}
