/**
 * Files by which a directory of MCP servers verifies the owner of the domain. Each exists only once it was asked for.
 */
import type { ServedFile } from '../../http/static-file.ts'
import { plainType } from './context.ts'

export type Verification = {
  /** The proof line of the MCP registry, from `letan publish`. */
  registryProof?: string | undefined
  /** The token of the portal of OpenAI. */
  openaiChallenge?: string | undefined
}

export function verificationFiles({ registryProof, openaiChallenge }: Verification): ServedFile[] {
  const texts = {
    '/.well-known/mcp-registry-auth': registryProof,
    '/.well-known/openai-apps-challenge': openaiChallenge,
  }
  return Object.entries(texts).flatMap(([path, body]) =>
    body === undefined
      ? []
      : [{ path, type: plainType, body, headers: { 'Cache-Control': 'no-cache' } }],
  )
}
