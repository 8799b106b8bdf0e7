/**
 * An agent that is a command, started once for each task. It gets the task as a line of JSON on stdin, calls the tools
 * itself, and writes lines of JSON to stdout: {"ask": "…"} is answered on stdin, {"done": "…"} ends the task.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Agent, AgentInput } from './agent.ts'

/** A command that has answered gets this time to end. */
const exitMs = 5_000

export function createModelAgent(command: string, timeoutMs: number): Agent {
  return {
    name: 'model',
    async run(input) {
      // A group of its own, so that the programs which the shell starts end with it.
      const child = spawn(command, { shell: true, detached: true, stdio: ['pipe', 'pipe', 'pipe'] })
      const timer = setTimeout(() => endGroup(child), timeoutMs)
      try {
        return await converse(child, input)
      } finally {
        clearTimeout(timer)
        await endCommand(child)
      }
    },
  }
}

type Line = { ask?: string; done?: string }

async function converse(child: ChildProcess, input: AgentInput): Promise<string> {
  const { words, mcpUrl, locale, today, ask } = input
  const { stdin, stdout, stderr } = child
  if (!stdin || !stdout || !stderr) throw new Error('The command has no stdin or stdout.')
  let errorText = ''
  stderr.on('data', (part) => {
    errorText = `${errorText}${part}`.slice(-2_000)
  })
  // A command that ends early closes its stdin; the lines below say so.
  stdin.on('error', () => {})
  const write = (line: object) => stdin.write(`${JSON.stringify(line)}\n`)
  write({ task: words, mcp_url: mcpUrl, locale, today })
  for await (const text of createInterface(stdout)) {
    if (text.trim() === '') continue
    const line = parseLine(text)
    if (line.done !== undefined) return line.done
    if (line.ask === undefined) throw new Error(`A line has neither "ask" nor "done": ${text}`)
    write({ answer: await ask(line.ask) })
  }
  throw new Error(`The command ended without a line {"done": "…"}. ${errorText}`)
}

function parseLine(text: string): Line {
  try {
    return JSON.parse(text) as Line
  } catch {
    throw new Error(`A line on stdout is not JSON: ${text}. Write logs to stderr.`)
  }
}

async function endCommand(child: ChildProcess): Promise<void> {
  child.stdin?.end()
  child.stdout?.resume()
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  const timer = setTimeout(() => endGroup(child), exitMs)
  await ended
  clearTimeout(timer)
}

function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended in the meantime.
  }
}
