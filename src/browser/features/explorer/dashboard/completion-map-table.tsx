import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import type { ExplorerScope } from '#browser/features/explorer/selection/comparison.ts'
import { Card } from '#browser/ui/card.tsx'
import { NotReady } from '#browser/ui/not-ready.tsx'
import { EmptyNotice } from '#browser/ui/notice.tsx'
import { SearchBox } from '#browser/ui/search-box.tsx'
import { SortHead, sortDirection } from '#browser/ui/sort-head.tsx'
import { MAX_SUBMISSIONS } from '#contract/limits.ts'
import { countOfSubmissions } from '#domain/projects/submission-count.ts'
import { withTerms } from '#domain/projects/submission-word.ts'
import { countOf, formatCount } from '#lib/format.ts'
import { groupBy } from '#lib/group-by.ts'
import { hasEveryWord } from '#lib/text/has-every-word.ts'
import { CompletionMapRow } from './completion-map-row.tsx'
import {
  $completionMap,
  $mapRows,
  canSort,
  loadCompletionMap,
  loadMapRow,
  sortOrganisations,
  type CompletionMapData as LoadedMap,
  type MapSection,
  type MapSort
} from './completion-map.ts'

/** For admins: the progress of each organisation in each section. */
export function CompletionMap({ projectCode, scope }: { projectCode: string; scope: ExplorerScope }) {
  const loaded = useStore($completionMap)
  const [name, setName] = useState('')
  const { projectId, timePeriodId, readerId } = scope
  useEffect(() => {
    void loadCompletionMap({ projectId, timePeriodId, readerId })
  }, [projectId, timePeriodId, readerId])
  return (
    <Card
      title="Progress by organisation"
      aside={<SearchBox label="Organisation" value={name} onChange={setName} className="w-48" />}
    >
      {loaded.state !== 'ready' ? (
        <NotReady
          of={loaded}
          what="The organisations"
          lines={8}
          onRetry={() => loadCompletionMap(scope)}
          className="p-4"
        />
      ) : loaded.value.organisations.length === 0 || loaded.value.sections.length === 0 ? (
        <EmptyNotice
          title="Nothing to answer in this period"
          text={withTerms(
            'Organisations are listed once they have {submissions} and a questionnaire applies to them.'
          )}
        />
      ) : (
        <MapTable projectCode={projectCode} map={loaded.value} name={name} />
      )}
    </Card>
  )
}

function MapTable({ projectCode, map, name }: { projectCode: string; map: LoadedMap; name: string }) {
  const { sections, organisations } = map
  const rows = useStore($mapRows)
  const [sort, setSort] = useState<MapSort>({ by: 'name', isDescending: false })
  const found = organisations.filter(one => hasEveryWord(one.organisation_name, name))
  const isSorted = canSort(sort, found, rows)
  const shown = isSorted ? sortOrganisations(found, sort, rows) : found
  const total = organisations.reduce((sum, one) => sum + one.submission_list.length, 0)
  if (shown.length === 0) return <EmptyNotice title={`No organisations match “${name.trim()}”`} />
  const sortBy = (by: MapSort['by']) => {
    setSort({ by, isDescending: sort.by === by && !sort.isDescending })
    // Rows load as they become visible; sorting by a section needs all of them.
    if (typeof by === 'number') for (const organisation of found) void loadMapRow(organisation)
  }
  return (
    <>
      <section
        aria-label="Answers by organisation and section"
        aria-busy={!isSorted}
        // Focusable, so that keyboards can scroll it before it has links.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="relative overflow-auto max-h-[min(560px,80dvh)]"
      >
        <table className="text-small">
          <caption className="sr-only">Percentage of questions answered, by organisation and section</caption>
          <MapHead sections={sections} sort={sort} sortBy={sortBy} />
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
        <span role="status">{isSorted ? '' : 'Loading every organisation to sort them… '}</span>
        {name.trim() === ''
          ? countOf(organisations.length, 'organisation')
          : `${formatCount(shown.length)} of ${countOf(organisations.length, 'organisation')}`}
        {withTerms(
          '. Percentages show how many of the questions that apply are answered, across all {submissions} of an organisation. One tick means complete, two mean signed off. Select a cell to open the {submission} that is furthest behind.'
        )}
        {total >= MAX_SUBMISSIONS && ` Only the first ${countOfSubmissions(MAX_SUBMISSIONS)} are counted.`}
      </p>
    </>
  )
}

interface MapHeadProps {
  sections: readonly MapSection[]
  sort: MapSort
  sortBy: (by: MapSort['by']) => void
}

function MapHead({ sections, sort, sortBy }: MapHeadProps) {
  const head = (by: MapSort['by'], name: string, className: string, rowSpan?: number) => (
    <SortHead
      key={by}
      direction={sort.by === by ? sortDirection(sort.isDescending) : null}
      onSort={() => sortBy(by)}
      rowSpan={rowSpan}
      className={className}
    >
      {name}
    </SortHead>
  )
  // In a small window a sticky head would leave no space for the rows.
  return (
    <thead className="sticky top-0 z-2 bg-surface max-sm:static media-short:static">
      <tr>
        {head('name', 'Organisation', 'sm:sticky sm:left-0 z-1 bg-surface', 2)}
        {head('submissions', withTerms('{Submissions}'), 'num', 2)}
        {[...groupBy(sections, section => section.questionnaireId).values()].map(group => (
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
        {sections.map(({ sectionId, name }) =>
          head(sectionId, name, 'px-2! whitespace-normal! min-w-20 max-w-32 align-bottom')
        )}
      </tr>
    </thead>
  )
}
