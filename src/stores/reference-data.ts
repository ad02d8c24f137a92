// Lists that most screens need and that seldom change: shown from this device at once, and asked for behind that.
import { call } from '#api/call.ts'
import { GENERIC_FAILURE } from '#contract/failures.ts'
import type { Endpoint, InputOf, ReplyOf } from '#contract/endpoint.ts'
import type { LoadableStore } from '#lib/loadable.ts'
import { err, mapResult, ok, type Result } from '#lib/result.ts'
import { recallReply, rememberReply } from './device-memory.ts'

interface Reference<E extends Endpoint, T> {
  store: LoadableStore<T>
  /** As in `LoadableStore.load`: content of the same key stays while newer is on its way. */
  key: string
  endpoint: E
  input: InputOf<E>
  pick: (reply: ReplyOf<E>) => T
  /** What follows from a reply, remembered or fresh, before the store has it. */
  onReply?: (reply: ReplyOf<E>) => void
  /** What comes before the asking. */
  after?: Promise<void> | undefined
}

/** What each store holds, and the reply that it was picked from. */
const shown = new WeakMap<object, { address: string; text: string; value: unknown }>()

/** Loads reference data. A fresh reply that says what is remembered changes nothing, so that nothing is drawn or asked for again. */
export async function loadReference<E extends Endpoint, T>(reference: Reference<E, T>): Promise<void> {
  const { store, key, endpoint, input } = reference
  const address = JSON.stringify([key, input])
  if (shown.get(store)?.address !== address || store.get().state !== 'ready') {
    const remembered = recallReply(endpoint, input)
    if (remembered !== undefined)
      store.settle(key, ok(take(reference, address, remembered, JSON.stringify(remembered))), true)
  }
  await store.load(key, async isNewest => {
    if (reference.after) await reference.after
    if (!isNewest()) return err(GENERIC_FAILURE)
    const result = await (call as Call<E>)(endpoint, input)
    if (!isNewest() || !result.ok) return mapResult(result, reference.pick)
    const text = JSON.stringify(result.value)
    const current = store.get()
    const before = shown.get(store)
    const isSame = before?.address === address && before.text === text
    if (isSame && current.state === 'ready' && current.value === before.value) {
      reference.onReply?.(result.value)
      return ok(current.value)
    }
    rememberReply(endpoint, input, result.value)
    return ok(take(reference, address, result.value, text))
  })
}

type Call<E extends Endpoint> = (endpoint: E, input: InputOf<E>) => Promise<Result<ReplyOf<E>>>

function take<E extends Endpoint, T>(
  { store, pick, onReply }: Reference<E, T>,
  address: string,
  reply: ReplyOf<E>,
  text: string
): T {
  onReply?.(reply)
  const value = pick(reply)
  shown.set(store, { address, text, value })
  return value
}
