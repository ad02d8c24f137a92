import { useStore } from '@nanostores/react'
import type { OpenSection } from '#browser/features/data-collection/section-loading.ts'
import { personName } from '#domain/people/full-name.ts'
import { countOf, initials } from '#lib/format.ts'

/** Who else has the section open, so that two people do not enter the same figures. */
export function SectionReaders({ $readers }: Pick<OpenSection, '$readers'>) {
  const readers = useStore($readers)
  const [first, ...others] = readers
  if (first === undefined) return null
  const names = readers.map(personName).join(', ')
  return (
    <p className="flex items-center gap-2 min-h-7 text-small text-ink-2" title={names}>
      <span
        aria-hidden="true"
        className="h-5 w-5 flex-none rounded-full border border-solid border-info grid place-items-center text-tiny font-semibold text-info"
      >
        {initials(first.first_name, first.last_name)}
      </span>
      {others.length === 0
        ? `${personName(first)} is here`
        : `${personName(first)} and ${countOf(others.length, 'other')} are here`}
    </p>
  )
}
