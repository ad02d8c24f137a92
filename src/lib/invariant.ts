/** Throws on a programming error: a condition that must be true. */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(message)
}
