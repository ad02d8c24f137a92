import { argon2 as argon2Callback, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { normalisePassword } from '#domain/people/password.ts'
import { ApiError } from '#server/http/api-error.ts'
import { WaitingLine } from './waiting-line.ts'

const argon2 = promisify(argon2Callback)

// OWASP's first choice for argon2id: 46 MiB, one pass, one lane.
const MEMORY_KIB = 47_104
const PASSES = 1
const LANES = 1
const TAG_BYTES = 32
const OWN_COST = { memory: MEMORY_KIB, passes: PASSES, lanes: LANES }

// Hashes run in libuv's four threads, which the signatures of tokens and compressed replies need as well. Each takes 46 MiB and a core while
// it runs: with as many as there are cores, every other call waits for the event loop to get one.
export const HASHES_AT_ONCE = Math.min(2, Math.max(1, availableParallelism() - 1))
export const MAX_WAITING_HASHES = 32
/** By then, a full queue has been processed. */
const RETRY_AFTER_SECONDS = 5

const hashingQueue = new WaitingLine({ atOnce: HASHES_AT_ONCE, waiting: MAX_WAITING_HASHES })

const busyError = (): ApiError =>
  new ApiError(503, 'Too many people are logging in. Try again in a few seconds.', {
    'Retry-After': String(RETRY_AFTER_SECONDS)
  })

/** Operations on passwords for a caller with a place in the queue. */
export interface Passwords {
  /** An argon2id hash in the PHC format, which carries its own parameters. */
  hash: (password: string) => Promise<string>
  /** Whether the password matches the hash. A null hash, of an account that does not exist, takes as long and never matches. */
  verify: (password: string, hash: string | null) => Promise<boolean>
}

/**
 * The only way to hash or verify a password. A place in the queue is taken before `work` starts, so if the queue is full, the call is refused
 * before an attempt is counted or a one-time code is used.
 */
export const withPasswords = <T>(work: (passwords: Passwords) => Promise<T>): Promise<T> =>
  hashingQueue.enter(busyError, run =>
    work({
      hash: password => run(() => hashPassword(password)),
      verify: (password, hash) => run(() => verifyPassword(password, hash))
    })
  )

async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const tag = await derive(password, salt, OWN_COST)
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${encodeUnpadded(salt)}$${encodeUnpadded(tag)}`
}

async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(hash ?? '')
  if (!parts) {
    await derive(password, randomBytes(16), OWN_COST)
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
  return argon2('argon2id', {
    message: normalisePassword(password),
    nonce,
    parallelism: cost.lanes,
    tagLength: TAG_BYTES,
    memory: cost.memory,
    passes: cost.passes
  })
}

const encodeUnpadded = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '')
