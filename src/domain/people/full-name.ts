/** A person's full name; null if neither part is known. */
export const personName = (person: { first_name: string | null; last_name: string | null }): string | null =>
  person.first_name === null && person.last_name === null
    ? null
    : `${person.first_name ?? ''} ${person.last_name ?? ''}`.trim()
