/** Example calls of assistants, in a form that tests can run. */
import type { JsonRecord, ListedTool } from './assistant.ts'

/** The same call for a test: a write is a dry run, with an existing booking. */
export function toDryRun(tool: ListedTool, example: JsonRecord, code: string): JsonRecord {
  if (tool.annotations.readOnlyHint === true) return example
  return {
    ...example,
    ...('code' in example && { code }),
    consent: true,
    dry_run: true,
  }
}
