import { argon2 as argon2Callback, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const argon2 = promisify(argon2Callback)

// OWASP's first choice for argon2id: 46 MiB, one pass, one lane.
const MEMORY_KIB = 47_104
const PASSES = 1
const LANES = 1
const TAG_BYTES = 32

/** An argon2id hash in the PHC format, which carries its own parameters. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const tag = await derive(password, salt, { memory: MEMORY_KIB, passes: PASSES, lanes: LANES })
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${unpadded(salt)}$${unpadded(tag)}`
}

/**
 * Whether the password matches the hash. A null hash, of an account that does not exist, takes as long and
 * never matches.
 */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(hash ?? '')
  if (!parts) {
    await derive(password, randomBytes(16), { memory: MEMORY_KIB, passes: PASSES, lanes: LANES })
    return false
  }
  const [, memory, passes, lanes, salt = '', tag = ''] = parts
  const expected = Buffer.from(tag, 'base64')
  const actual = await derive(password, Buffer.from(salt, 'base64'), {
    memory: Number(memory),
    passes: Number(passes),
    lanes: Number(lanes)
  })
  return expected.length === actual.length && timingSafeEqual(expected, actual)
}

function derive(
  password: string,
  nonce: Buffer,
  cost: { memory: number; passes: number; lanes: number }
): Promise<Buffer> {
  // The same password can arrive in another Unicode composition from another keyboard.
  const message = password.normalize('NFKC')
  return argon2('argon2id', {
    message,
    nonce,
    parallelism: cost.lanes,
    tagLength: TAG_BYTES,
    memory: cost.memory,
    passes: cost.passes
  })
}

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '')
