import { useState } from 'react'
import { Link } from 'wouter'
import { Card } from '#browser/ui/card.tsx'
import { Icon } from '#browser/ui/icon.tsx'
import { Printer } from '#browser/ui/icons/icon-paths.ts'
import { Pick } from '#browser/ui/pick.tsx'
import { paths } from '#programme/paths.ts'
import type { SubmissionProgress } from './remaining-work.ts'

interface FormsCardProps {
  projectCode: string
  submissions: readonly SubmissionProgress[]
}

/** Printable forms, for the bedside and meetings: each opens its section and the print dialog. */
export function FormsCard({ projectCode, submissions }: FormsCardProps) {
  const [chosenId, setChosenId] = useState<number | null>(null)
  const chosen = submissions.find(({ id }) => id === chosenId) ?? submissions[0]
  if (chosen === undefined || chosen.sections.length === 0) return null
  return (
    <Card title="Forms to print" className="print:hidden">
      {submissions.length > 1 && (
        <div className="px-4 pt-3">
          <Pick
            label="For"
            options={submissions.map(({ id, name }) => ({ id, name }))}
            selected={chosen.id}
            onSelect={setChosenId}
          />
        </div>
      )}
      <ul className="py-1.5">
        {chosen.sections.map(({ questionnaireId, sectionName, completion }) => {
          const pathOf = (print: 'blank' | 'filled') =>
            paths.section(projectCode, questionnaireId, chosen.id, completion.section_id, { print })
          return (
            <li
              key={completion.section_id}
              className="flex flex-wrap items-center gap-2.5 px-4 py-1.5 text-small"
            >
              <Icon of={Printer} />
              <span className="min-w-0 flex-1">{sectionName}</span>
              <Link href={pathOf('blank')} aria-label={`Print ${sectionName} for ${chosen.name}, blank`}>
                Blank
              </Link>
              <Link
                href={pathOf('filled')}
                aria-label={`Print ${sectionName} for ${chosen.name}, with answers`}
              >
                With answers
              </Link>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
