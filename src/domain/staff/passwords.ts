/** Passwords as they are kept: argon2id, with its parameters beside each so that they can be raised. */
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { createSemaphore } from '../../kernel/semaphore.ts'
import { checkPassword, normalizePassword } from './password-rules.ts'

export type Passwords = {
  /** What is kept of a new password; refuses one that will not do. */
  hashNewPassword(password: string, name: string): Promise<string>
  /** What is kept of a password that is good already. */
  hashPassword(password: string): Promise<string>
  /** Where nothing is kept it takes as long, and is never right. */
  verify(password: string, storedHash: string | undefined): Promise<boolean>
}

type Cost = { memory: number; passes: number; parallelism: number }

/**
 * One of the two that OWASP puts first for argon2id; the other is 19 MiB and two passes. More than
 * 32 MiB are given back to the system at once, less would stay with each thread that worked.
 */
const cost: Cost = { memory: 47_104, passes: 1, parallelism: 1 }

/** Each takes 46 MiB and a processor. */
const maxConcurrentHashes = 2

const saltLength = 16
const tagLength = 32

const derive = promisify(argon2)

export function createPasswords(): Passwords {
  const runLimited = createSemaphore(maxConcurrentHashes)

  const hash = (password: string, salt: Buffer, by: Cost): Promise<Buffer> =>
    runLimited(() =>
      derive('argon2id', { message: normalizePassword(password), nonce: salt, tagLength, ...by }),
    )

  const hashPassword = async (password: string): Promise<string> => {
    const salt = randomBytes(saltLength)
    return formatHash(cost, salt, await hash(password, salt, cost))
  }

  return {
    hashPassword,
    async hashNewPassword(password, name) {
      checkPassword(password, name)
      return hashPassword(password)
    },
    async verify(password, storedHash) {
      const { by, salt, tag } = parseHash(storedHash ?? dummyHash)
      const found = await hash(password, salt, by)
      return timingSafeEqual(found, tag) && storedHash !== undefined
    },
  }
}

/** Whether it was kept with less effort than we take now. */
export function needsRehash(storedHash: string): boolean {
  const { by } = parseHash(storedHash)
  return by.memory < cost.memory || by.passes < cost.passes
}

/** What is compared for a name that nobody has, so that the time tells nothing. */
const dummyHash = formatHash(cost, Buffer.alloc(saltLength), Buffer.alloc(tagLength))

/** "$argon2id$v=19$m=47104,t=1,p=1$…$…": the format in which argon2 is kept everywhere. */
function formatHash({ memory, passes, parallelism }: Cost, salt: Buffer, tag: Buffer): string {
  const effort = `m=${memory},t=${passes},p=${parallelism}`
  return ['', 'argon2id', 'v=19', effort, toUnpaddedBase64(salt), toUnpaddedBase64(tag)].join('$')
}

function parseHash(storedHash: string): { by: Cost; salt: Buffer; tag: Buffer } {
  const [, , , effort = '', salt = '', tag = ''] = storedHash.split('$')
  const [memory = 0, passes = 0, parallelism = 0] = effort
    .split(',')
    .map((part) => Number(part.slice(2)))
  const by = { memory, passes, parallelism }
  return { by, salt: Buffer.from(salt, 'base64'), tag: Buffer.from(tag, 'base64') }
}

function toUnpaddedBase64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}
