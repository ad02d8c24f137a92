import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { countOf, formatCount } from '#lib/format.ts'
import { Card } from '#ui/card.tsx'
import { EmptyNotice, FailureNotice } from '#ui/notice.tsx'
import { SearchBox } from '#ui/search-box.tsx'
import { SkeletonLines } from '#ui/skeleton.tsx'
import type { ExplorerScope } from '../selection/comparison.ts'
import {
  $completionMap,
  loadCompletionMap,
  MAX_SUBMISSIONS,
  type CompletionMap as LoadedMap,
  type MapSection
} from './completion-map.ts'
import { CompletionMapRow } from './completion-map-row.tsx'

/** For organisers: how far each organisation is with each section. */
export function CompletionMap({ projectCode, scope }: { projectCode: string; scope: ExplorerScope }) {
  const loaded = useStore($completionMap)
  const [name, setName] = useState('')
  const { projectId, timePeriodId, readerId } = scope
  useEffect(() => {
    void loadCompletionMap({ projectId, timePeriodId, readerId })
  }, [projectId, timePeriodId, readerId])
  return (
    <Card
      title="Answers of every organisation"
      aside={<SearchBox label="Organisation" value={name} onChange={setName} className="w-48" />}
    >
      {loaded.state === 'loading' ? (
        <div className="p-4">
          <SkeletonLines lines={8} label="Loading the organisations" />
        </div>
      ) : loaded.state === 'failed' ? (
        <FailureNotice
          title="The organisations could not be loaded"
          error={loaded.error}
          onRetry={() => void loadCompletionMap(scope)}
        />
      ) : loaded.value.organisations.length === 0 || loaded.value.sections.length === 0 ? (
        <EmptyNotice
          title="Nothing to answer in this period"
          text="Organisations stand here once they have submissions and a questionnaire applies to them."
        />
      ) : (
        <MapTable projectCode={projectCode} map={loaded.value} name={name} />
      )}
    </Card>
  )
}

function MapTable({ projectCode, map, name }: { projectCode: string; map: LoadedMap; name: string }) {
  const { sections, organisations } = map
  const wanted = name.trim().toLocaleLowerCase()
  const shown = organisations.filter(one => one.organisation_name.toLocaleLowerCase().includes(wanted))
  const total = organisations.reduce((sum, one) => sum + one.submission_list.length, 0)
  if (shown.length === 0) return <EmptyNotice title={`No organisation is called “${name.trim()}”`} />
  return (
    <>
      <section
        aria-label="Answers by organisation and section"
        // Keyboards scroll it before its links are there.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="overflow-auto max-h-[560px]"
      >
        <table className="text-small">
          <caption className="sr-only">Share of answers by organisation and section, in per cent</caption>
          <thead className="sticky top-0 z-2 bg-surface">
            <tr>
              <th scope="col" rowSpan={2} className="table-head sticky left-0 z-1 bg-surface">
                Organisation
              </th>
              <th scope="col" rowSpan={2} className="table-head num">
                Submissions
              </th>
              {[...Map.groupBy(sections, section => section.questionnaireId).values()].map(group => (
                <th
                  key={group[0]!.questionnaireId}
                  scope="colgroup"
                  colSpan={group.length}
                  className="table-head px-2! border-b-0!"
                >
                  {group[0]!.questionnaireName}
                </th>
              ))}
            </tr>
            <tr>
              {sections.map(section => (
                <SectionHead key={section.sectionId} section={section} />
              ))}
            </tr>
          </thead>
          <tbody className="[&>tr:last-child>*]:border-b-0">
            {shown.map(organisation => (
              <CompletionMapRow
                key={organisation.id}
                projectCode={projectCode}
                organisation={organisation}
                sections={sections}
              />
            ))}
          </tbody>
        </table>
      </section>
      <p className="px-4 py-2.5 border-0 border-t border-solid border-line text-tiny text-ink-3">
        {wanted === ''
          ? countOf(organisations.length, 'organisation')
          : `${formatCount(shown.length)} of ${countOf(organisations.length, 'organisation')}`}
        . Per cent of the answers that apply, over all submissions of an organisation; a tick is complete or
        signed off. A cell opens the submission that is the furthest behind.
        {total >= MAX_SUBMISSIONS && ` The first ${formatCount(MAX_SUBMISSIONS)} submissions are counted.`}
      </p>
    </>
  )
}

const SectionHead = ({ section }: { section: MapSection }) => (
  <th scope="col" className="table-head px-2! whitespace-normal! min-w-20 max-w-32 align-bottom">
    {section.name}
  </th>
)
