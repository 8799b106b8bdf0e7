/** Collects values from responses for later inputs: codes, tokens, versions, elicitations. */
import { findForms, routePatternOf } from './crawl.ts'
import type { FuzzInput } from './input.ts'
import { parseJson } from './json.ts'
import type { Elicitation } from './mcp-inputs.ts'
import type { ParsedResponse } from './response-reader.ts'
import type { Fields } from './schema.ts'
import type { FuzzTarget } from './target.ts'

export function createHarvester(
  { knownValues, site, desk }: FuzzTarget,
  elicitations: Elicitation[],
): (input: FuzzInput, response: ParsedResponse) => void {
  let turn = 0

  const harvestForms = (text: string, { forms }: FuzzTarget['site']) => {
    for (const form of findForms(text)) {
      const name = `${form.method} ${routePatternOf(form.action)}`
      const before = forms.get(name)
      if (!before) continue
      const fields = Object.keys(before.fields).map((field) => [
        field,
        form.fields[field] ?? before.fields[field],
      ])
      forms.set(name, { ...form, fields: Object.fromEntries(fields) })
    }
  }

  /** Replaces a code, because the same seed must find the same number of codes. */
  const harvestCode = (text: string) => {
    const { code } = (parseJson(Buffer.from(text)) ?? {}) as { code?: string }
    if (code !== undefined)
      (knownValues.codes as string[])[turn++ % knownValues.codes.length] = code
  }

  const harvestElicitation = (input: FuzzInput, text: string) => {
    const { result } = (parseJson(Buffer.from(text)) ?? {}) as {
      result?: { requestState?: string }
    }
    const { params } = (parseJson(input.body) ?? {}) as { params?: Fields }
    if (result?.requestState === undefined || params === undefined) return
    elicitations[turn++ % elicitations.length] = { params, state: result.requestState }
  }

  return (input, { status, headers, text }) => {
    if (status === 202 && input.route.startsWith('api ') && text !== '') harvestCode(text)
    else if (status !== 200) return
    else if ((headers['content-type'] ?? '').startsWith('text/html')) {
      harvestForms(text, input.listener === 'desk' ? desk : site)
    } else if (input.route.startsWith('mcp tools/call') && text.includes('"requestState"')) {
      harvestElicitation(input, text)
    }
  }
}
