// Two people change the same thing: what they began on (`base`), what is edited here (`mine`) and what is stored now (`theirs`).

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Whether both have changed a value, and not to the same. */
export const isConflict = <T>(base: T, mine: T, theirs: T): boolean =>
  !isSame(base, mine) && !isSame(base, theirs) && !isSame(mine, theirs)

/** The fields in which two drafts differ. */
export const changedFields = <Draft extends object>(one: Draft, other: Draft): (keyof Draft)[] =>
  (Object.keys(one) as (keyof Draft)[]).filter(field => !isSame(one[field], other[field]))

/** Takes up what someone else has changed; where both have changed a field, mine stays. */
export function mergeDrafts<Draft extends object>(base: Draft, mine: Draft, theirs: Draft): Draft {
  const merged = { ...theirs }
  for (const field of changedFields(base, mine)) merged[field] = mine[field]
  return merged
}
