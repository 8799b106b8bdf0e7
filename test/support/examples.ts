/** Calls as assistants make them, as they may be tried out. */
import type { JsonRecord, ListedTool } from './assistant.ts'

/** The same call as it may be tried out: a write stores nothing, and names a booking that is there. */
export function toDryRun(tool: ListedTool, example: JsonRecord, code: string): JsonRecord {
  if (tool.annotations.readOnlyHint === true) return example
  return {
    ...example,
    ...('code' in example && { code }),
    consent: true,
    dry_run: true,
  }
}
