/**
 * The Ed25519 key by which the MCP registry recognizes the owner of the domain. The private key is a file beside the
 * data; the server publishes only the proof line with the public key.
 */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Config } from '../config/config.ts'
import { isPostgres } from '../kernel/database-url.ts'

/** Also for a database on another machine, which has no folder here. */
export function registryKeyFile({ databaseUrl }: Pick<Config, 'databaseUrl'>): string {
  const folder = isPostgres(databaseUrl) ? 'data' : dirname(databaseUrl)
  return resolve(join(folder, 'mcp-registry.key'))
}

/** Keeps an existing key: a proof that was published with it stays valid. */
export function createRegistryKey(file: string): void {
  if (existsSync(file)) return
  const { privateKey } = generateKeyPairSync('ed25519')
  mkdirSync(dirname(file), { recursive: true })
  const options = { mode: 0o600, flag: 'wx' }
  writeFileSync(file, `${rawKey(privateKey, 'pkcs8').toString('hex')}\n`, options)
}

/** The line that the registry reads; undefined until the owner has created a key. */
export function readRegistryProof(file: string): string | undefined {
  if (!existsSync(file)) return undefined
  const seed = Buffer.from(readFileSync(file, 'utf8').trim(), 'hex')
  const key = Buffer.concat([pkcs8Prefix, seed])
  const privateKey = createPrivateKey({ key, format: 'der', type: 'pkcs8' })
  const publicKey = rawKey(createPublicKey(privateKey), 'spki')
  return `v=MCPv1; k=ed25519; p=${publicKey.toString('base64')}`
}

/** What precedes the 32 bytes of a private key in PKCS #8. */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex')

/** The 32 bytes of the key are the end of both formats. */
function rawKey(key: KeyObject, type: 'pkcs8' | 'spki'): Buffer {
  return key.export({ format: 'der', type }).subarray(-32)
}
