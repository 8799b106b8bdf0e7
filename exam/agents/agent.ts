/** An agent that does the tasks: a command with a model, or a script. */
import type { Locale } from '../../src/kernel/locale.ts'
import type { Intent } from '../tasks/task.ts'

export type AgentInput = {
  /** The sentence of the guest. */
  words: string
  mcpUrl: string
  locale: Locale
  /** YYYY-MM-DD, in Vietnam. */
  today: string
  /** The parts of the sentence, for scripted agents. */
  intent: Intent
  /** Asks the guest. */
  ask(question: string): Promise<string>
}

export type Agent = {
  name: string
  /** Whether it makes mistakes on purpose, so that more calls and answers without success are accepted. */
  isMistaken?: true
  /** Whether the network loses the first response to each write of this agent. */
  losesResponses?: true
  /** Returns the final answer to the guest. */
  run(input: AgentInput): Promise<string>
}
