import { useStore } from '@nanostores/react'
import type { OpenSection } from '#browser/features/data-collection/section-loading.ts'
import type { SectionReader } from '#contract/questionnaires.ts'
import { personName } from '#domain/people/full-name.ts'
import { countOf, initials } from '#lib/format.ts'

/** As many as fit beside the section's name. */
const MAX_INITIALS = 3

/** Who else has the section open, so that two people do not enter the same figures. */
export function SectionReaders({ $readers }: Pick<OpenSection, '$readers'>) {
  const readers = useStore($readers)
  const [first, ...others] = readers
  if (first === undefined) return null
  return (
    <p
      className="flex items-center gap-2 min-h-7 text-small text-ink-2"
      title={readers.map(personName).join(', ')}
    >
      <span aria-hidden="true" className="flex -space-x-1">
        {readers.slice(0, MAX_INITIALS).map(reader => (
          <Initials key={reader.user_id} of={reader} />
        ))}
      </span>
      {others.length === 0
        ? `${personName(first)} is here`
        : `${personName(first)} and ${countOf(others.length, 'other')} are here`}
    </p>
  )
}

const Initials = ({ of: { first_name, last_name } }: { of: SectionReader }) => (
  <span className="h-5 w-5 flex-none rounded-full border border-solid border-info bg-surface grid place-items-center text-tiny font-semibold text-info">
    {initials(first_name, last_name)}
  </span>
)
