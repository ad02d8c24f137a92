import { isRecord } from './is-record.ts'

/**
 * Structural sharing for JSON values: returns `next`, with each part that equals its counterpart in `known` replaced by that object, so that
 * comparing by identity finds only real changes.
 */
export function keepEqual<Value>(known: unknown, next: Value): Value {
  if (Object.is(known, next)) return next
  if (Array.isArray(known) && Array.isArray(next)) {
    const kept = next.map((part, index) => keepEqual(known[index], part))
    const isSame = known.length === next.length && kept.every((part, index) => Object.is(part, known[index]))
    return (isSame ? known : kept) as Value
  }
  if (!isRecord(known) || !isRecord(next)) return next
  const keys = Object.keys(next)
  const kept = Object.fromEntries(keys.map(key => [key, keepEqual(known[key], next[key])]))
  const isSame =
    keys.length === Object.keys(known).length &&
    keys.every(key => key in known && Object.is(kept[key], known[key]))
  return (isSame ? known : kept) as Value
}
