/** Password hashing with argon2id. Each hash contains its parameters, so that they can be raised later. */
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { createSemaphore } from '../../kernel/semaphore.ts'
import { checkPassword, normalizePassword } from './password-rules.ts'

export type Passwords = {
  /** Throws if the password does not meet the rules. */
  hashNewPassword(password: string, name: string): Promise<string>
  hashPassword(password: string): Promise<string>
  /** Without a stored hash it takes equally long and returns false. */
  verify(password: string, storedHash: string | undefined): Promise<boolean>
  /** Whether a hash was stored with weaker parameters. */
  needsRehash(storedHash: string): boolean
}

type Cost = { memory: number; passes: number; parallelism: number }

/**
 * Recommended by OWASP, like 19 MiB with two passes. The allocator returns blocks over 32 MiB to the
 * system immediately; smaller ones would stay allocated in each thread.
 */
const recommendedCost: Cost = { memory: 47_104, passes: 1, parallelism: 1 }

/** Each hash takes 46 MiB and one core. */
const maxConcurrentHashes = 2

const saltLength = 16
const tagLength = 32

const derive = promisify(argon2)

/** Tests in which hashing is not the subject pass a lower cost. */
export function createPasswords(cost: Cost = recommendedCost): Passwords {
  const runLimited = createSemaphore(maxConcurrentHashes)
  /** Compared for unknown names, so that the response time does not reveal whether a name exists. */
  const dummyHash = formatHash(cost, Buffer.alloc(saltLength), Buffer.alloc(tagLength))

  const hash = (password: string, salt: Buffer, cost: Cost): Promise<Buffer> =>
    runLimited(() =>
      derive('argon2id', { message: normalizePassword(password), nonce: salt, tagLength, ...cost }),
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
      const { cost, salt, tag } = parseHash(storedHash ?? dummyHash)
      const computed = await hash(password, salt, cost)
      return timingSafeEqual(computed, tag) && storedHash !== undefined
    },
    needsRehash(storedHash) {
      const { memory, passes } = parseHash(storedHash).cost
      return memory < cost.memory || passes < cost.passes
    },
  }
}

/** "$argon2id$v=19$m=47104,t=1,p=1$…$…": the PHC string format. */
function formatHash({ memory, passes, parallelism }: Cost, salt: Buffer, tag: Buffer): string {
  const parameters = `m=${memory},t=${passes},p=${parallelism}`
  return ['', 'argon2id', 'v=19', parameters, toUnpaddedBase64(salt), toUnpaddedBase64(tag)].join(
    '$',
  )
}

function parseHash(storedHash: string): { cost: Cost; salt: Buffer; tag: Buffer } {
  const [, , , parameters = '', salt = '', tag = ''] = storedHash.split('$')
  const [memory = 0, passes = 0, parallelism = 0] = parameters
    .split(',')
    .map((part) => Number(part.slice(2)))
  return {
    cost: { memory, passes, parallelism },
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  }
}

function toUnpaddedBase64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}
