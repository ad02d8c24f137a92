/** Keeps the rows of an outer join that found a match: those where the named column is not null. */
export const hasRows =
  <Name extends string>(name: Name) =>
  <Row extends Record<Name, unknown>>(row: Row): row is Row & Record<Name, NonNullable<Row[Name]>> =>
    row[name] !== null
