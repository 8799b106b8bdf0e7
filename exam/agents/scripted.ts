/** The scripted agents. They stand for ways in which models use the tools. */
import type { Agent } from './agent.ts'
import { careful } from './careful.ts'
import { confused } from './confused.ts'
import { hasty } from './hasty.ts'
import { retrying } from './retrying.ts'

export const scriptedAgents: readonly Agent[] = [careful, hasty, retrying, confused]
