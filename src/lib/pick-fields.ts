/** These fields of an object, and no others. */
export const pickFields = <T extends object, K extends keyof T>(
  object: T,
  fields: readonly K[]
): Pick<T, K> => Object.fromEntries(fields.map(field => [field, object[field]])) as Pick<T, K>
