/** For programmers' mistakes only: what must be true here, or the program is wrong. */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(message)
}
