/** Keeps what the shop gives out while it is tried: newer codes, tokens, versions, questions. */
import { formsIn, kindOf } from './crawl.ts'
import type { Shot } from './input.ts'
import { parsed } from './json.ts'
import type { Question } from './mcp-inputs.ts'
import type { Read } from './response-reader.ts'
import type { Fields } from './schema.ts'
import type { Premises } from './target.ts'

export function createLearner(
  { lore, site, desk }: Premises,
  questions: Question[],
): (shot: Shot, answer: Read) => void {
  let turn = 0

  const learnForms = (text: string, { forms }: Premises['site']) => {
    for (const form of formsIn(text)) {
      const name = `${form.method} ${kindOf(form.action)}`
      const before = forms.get(name)
      if (!before) continue
      const fields = Object.keys(before.fields).map((field) => [
        field,
        form.fields[field] ?? before.fields[field],
      ])
      forms.set(name, { ...form, fields: Object.fromEntries(fields) })
    }
  }

  /** There are always as many of everything, so that the same seed makes the same of it. */
  const learnCode = (text: string) => {
    const { code } = (parsed(Buffer.from(text)) ?? {}) as { code?: string }
    if (code !== undefined) (lore.codes as string[])[turn++ % lore.codes.length] = code
  }

  const learnQuestion = (shot: Shot, text: string) => {
    const { result } = (parsed(Buffer.from(text)) ?? {}) as { result?: { requestState?: string } }
    const { params } = (parsed(shot.body) ?? {}) as { params?: Fields }
    if (result?.requestState === undefined || params === undefined) return
    questions[turn++ % questions.length] = { params, state: result.requestState }
  }

  return (shot, { status, headers, text }) => {
    if (status === 202 && shot.route.startsWith('api ') && text !== '') learnCode(text)
    else if (status !== 200) return
    else if ((headers['content-type'] ?? '').startsWith('text/html')) {
      learnForms(text, shot.door === 'desk' ? desk : site)
    } else if (shot.route.startsWith('mcp tools/call') && text.includes('"requestState"')) {
      learnQuestion(shot, text)
    }
  }
}
