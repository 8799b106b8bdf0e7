/** `npm run exam` with a model command: the lines on stdin and stdout, and the example of the documents. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { after, describe, it } from 'node:test'
import { promisify } from 'node:util'
import type { AgentResults } from '../../exam/exam.ts'
import { quoteForShell } from '../../src/kernel/command-line.ts'

const root = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'letan-exam-'))
after(() => rmSync(folder, { recursive: true }))

function toCommand(...words: string[]): string {
  return [process.execPath, ...words].map((word) => quoteForShell(word)).join(' ')
}

function writeScript(name: string, text: string): string {
  const file = join(folder, name)
  writeFileSync(file, text)
  return toCommand(file)
}

/** Runs one kind of task of one trade, and returns the results of the English one. */
async function runExam(command: string, kind: string, environment: Record<string, string> = {}) {
  const args = ['exam/run.ts', '--model-command', command, '--trade', 'restaurant', '--kind', kind]
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [...args, '--seed', '3', '--json'],
    { cwd: root, env: { ...process.env, ...environment } },
  )
  const { exams } = JSON.parse(stdout) as { exams: AgentResults[] }
  const result = exams[0]?.results.find(({ locale }) => locale === 'en')
  assert.ok(result, stdout)
  return result
}

describe('npm run exam --model-command', () => {
  it('passes the task on stdin and the answers of the guest, and scores the last line', async () => {
    const command = writeScript(
      'ask.mjs',
      `import { createInterface } from 'node:readline'
      const lines = createInterface(process.stdin)[Symbol.asyncIterator]()
      const next = async () => JSON.parse((await lines.next()).value)
      const write = (line) => process.stdout.write(JSON.stringify(line) + '\\n')
      const task = await next()
      write({ ask: 'What is your name?' })
      const { answer: name } = await next()
      write({ ask: 'Shall I send it?' })
      const { answer: agreement } = await next()
      write({ done: JSON.stringify({ ...task, name, agreement }) })
      process.stdin.destroy()`,
    )
    const result = await runExam(command, 'book')
    const { task, mcp_url, locale, today, name, agreement } = JSON.parse(result.answer)
    assert.equal(task, result.words)
    assert.match(mcp_url, /^http:\/\/127\.0\.0\.1:\d+\/mcp$/)
    assert.match(today, /^2026-11-\d\d$/)
    assert.equal(locale, 'en')
    assert.ok(task.includes(name), name)
    assert.equal(agreement, 'Yes, I agree, please send it.')
    assert.deepEqual([result.calls, result.isStateRight], [0, false])
  })

  it('scores a command that ends without an answer as wrong, with its stderr', async () => {
    const command = writeScript('end.mjs', `process.stderr.write('no key is set')`)
    const result = await runExam(command, 'price')
    assert.equal(result.isAnswerRight, false)
    assert.match(result.answer, /ended without a line .* no key is set/)
  })

  it('scores a command that does not end within the time as wrong', async () => {
    const command = writeScript('wait.mjs', `setInterval(() => {}, 1000)`)
    const args = ['exam/run.ts', '--model-command', command, '--trade', 'spa', '--count', '1']
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [...args, '--timeout', '0.5', '--json'],
      { cwd: root },
    )
    const { exams } = JSON.parse(stdout) as { exams: AgentResults[] }
    assert.match(exams[0]?.results[0]?.answer ?? '', /ended without a line/)
  })

  it('runs the example with a model that calls a tool, asks the guest and answers', async () => {
    const model = createServer(async (request, response) => {
      const { messages } = (await json(request)) as {
        messages: { role: string; content: string }[]
      }
      const results = messages.filter(({ role }) => role === 'tool')
      const [, task] = messages
      const call = (name: string, args: object) => ({
        content: null,
        tool_calls: [{ id: 'call', function: { name, arguments: JSON.stringify(args) } }],
      })
      const message =
        results.length === 0
          ? call('get_business_info', { locale: 'en' })
          : results.length === 1
            ? call('ask_guest', { question: 'Shall I book a table?' })
            : { content: `${results[0]?.content} ${results[1]?.content} ${task?.content}` }
      response.end(JSON.stringify({ choices: [{ message: { role: 'assistant', ...message } }] }))
    })
    await new Promise<void>((resolve) => model.listen(0, '127.0.0.1', resolve))
    const { port } = model.address() as { port: number }
    try {
      const environment = { MODEL_URL: `http://127.0.0.1:${port}/`, MODEL_NAME: 'scripted' }
      const result = await runExam(toCommand('exam/model-example.ts'), 'opening hours', environment)
      assert.deepEqual([result.calls, result.isAnswerRight, result.isStateRight], [1, true, true])
      assert.match(result.answer, /No, please do not send anything/)
    } finally {
      await new Promise((resolve) => model.close(resolve))
    }
  })
})
