import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { $viewpoint } from '#browser/stores/viewpoint.ts'
import { Icon } from '#browser/ui/icon.tsx'
import { Lock, Users, type IconPath } from '#browser/ui/icons/icon-paths.ts'
import { HeadCell } from '#browser/ui/sort-head.tsx'
import { isAdminRole } from '#domain/people/roles.ts'
import { withTerms } from '#domain/projects/submission-word.ts'
import { queryWord } from '#domain/queries/query-state.ts'
import { countOf } from '#lib/format.ts'
import type { ExportCounts } from './answer-download.ts'
import type { DownloadChoice, DownloadPlan } from './download-plan.ts'

interface DownloadContentsProps {
  counts: ExportCounts
  choice: DownloadChoice
  plan: DownloadPlan
}

/** What the files hold, and who may read it. */
export function DownloadContents({ counts, choice, plan }: DownloadContentsProps) {
  const { roleTypeId } = useStore($viewpoint)
  const isAdmin = isAdminRole(roleTypeId)
  return (
    <div className="grid content-start gap-5 rounded bg-sunken p-4">
      <section aria-labelledby="download-contents" className="grid gap-2 text-small">
        <h3 id="download-contents" className="font-medium">
          Contents
        </h3>
        <p className="text-ink-2">{contentsText(choice, plan, queryWord(roleTypeId))}</p>
        {choice.layout === 'long' && counts.example_lines.length > 0 && (
          <ExampleLines lines={counts.example_lines} />
        )}
        <p className="text-tiny text-ink-2">
          Values are exactly as stored, except that an apostrophe precedes any text that a spreadsheet would
          run as a formula.
        </p>
      </section>
      <section aria-labelledby="download-readers" className="grid gap-2 text-small">
        <h3 id="download-readers" className="font-medium">
          Whose answers
        </h3>
        <ReaderNote icon={Users}>
          {isAdmin
            ? `${countOf(counts.organisation_count, 'organisation')}, named by code. Members can download only their own organisation’s answers.`
            : 'Your own organisation only. Single cases of surveys are included only if the programme shows them to leads.'}
        </ReaderNote>
        <ReaderNote icon={Lock}>
          Case codes and times of entry are left out. Each case has a pseudonym, which is the same throughout
          this download and different in any other.
        </ReaderNote>
      </section>
    </div>
  )
}

const contentsText = ({ layout }: DownloadChoice, plan: DownloadPlan, query: string): string =>
  layout === 'long'
    ? `${countOf(plan.answers, 'line')}, each with the codes of the cell, its value or that it is not applicable or not available, the status of the section, who entered it and when, and the status of the newest ${query} about it. Cells without an answer have no line.`
    : withTerms(
        'A column for each cell and for the status of each section. Repeating rows have a table of their own. {Submissions} without an answer have no line.'
      )

const EXAMPLE_COLUMNS = ['organisation', 'submission', 'question', 'column', 'value'] as const

function ExampleLines({ lines }: { lines: ExportCounts['example_lines'] }) {
  return (
    <div className="table-scroll">
      <table aria-label="The first lines" className="bg-surface">
        <thead>
          <tr>
            {EXAMPLE_COLUMNS.map(name => (
              <HeadCell key={name} className="px-1.5! text-tiny!">
                {name}
              </HeadCell>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map(line => (
            <tr key={Object.values(line).join('/')}>
              {EXAMPLE_COLUMNS.map(name => (
                <td key={name} className="max-w-18 truncate px-1.5 py-1 text-tiny">
                  {line[name]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const ReaderNote = ({ icon, children }: { icon: IconPath; children: ReactNode }) => (
  <p className="flex items-start gap-2">
    <span className="mt-0.5 text-ink-2">
      <Icon of={icon} />
    </span>
    <span className="min-w-0">{children}</span>
  </p>
)
