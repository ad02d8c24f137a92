// Updates what depends on changed content: files of documents, filter options of submissions, members of peer groups, tabs of charts, and the versions of structures and charts.

import { NO_TAB_FAULT } from '#domain/charts/chart-faults.ts'
import { setOutputTypes } from '#server/benchmarks/output-types.ts'
import { fillRuleGroups } from '#server/benchmarks/peer-groups/rule-groups.ts'
import { bumpStructureVersion } from '#server/builders/questionnaires/structure.ts'
import { insertRows } from '#server/database/bulk.ts'
import { bumpDataVersions } from '#server/database/data-version.ts'
import type { Tx } from '#server/database/schema.ts'
import type { TakenStructure } from '#server/database/structure-lock.ts'
import { giveFilterOptions, type ChangedOptions } from '#server/registrations/submission-rows.ts'
import { ancestor } from './content.ts'
import type { Desired } from './desired.ts'
import { refuseRow, rowsOf, type Difference, type DifferenceEntry } from './difference.ts'
import { listOfRow } from './keep-omitted.ts'
import type { IdsByKey } from './stored/write-rows.ts'

export async function writeFiles(
  tx: Tx,
  programmeId: number,
  { files }: Desired,
  { added, changed }: Difference,
  ids: IdsByKey
): Promise<void> {
  const keys = [
    ...added.filter(({ kind }) => kind === 'documents').map(({ key }) => key),
    ...changed.filter(({ columns }) => columns.includes('digest')).map(({ desired }) => desired.key)
  ]
  for (const key of keys) {
    const document_id = ids[key] ?? 0
    await tx
      .deleteFrom('document_files')
      .where(eb => eb.and({ programme_id: programmeId, document_id }))
      .execute()
    // bytea is written as hexadecimal text.
    const content = `\\x${(files.get(key) ?? Buffer.alloc(0)).toString('hex')}`
    await insertRows(tx, 'document_files', [{ programme_id: programmeId, document_id, content }])
  }
}

/** The organisations and filters whose options organisations.csv changes. A filter without a column there changes nothing. */
export function changedFilterOptions(
  { added, removed }: Difference,
  { lists }: Desired,
  ids: IdsByKey
): ChangedOptions[] {
  const rows = [...added, ...removed.map(({ row }) => row)].filter(
    row => row.kind === 'organisation_filter_options' && lists.has(listOfRow(row))
  )
  const changes = rows.map(({ parent, refs }) => ({
    organisation_id: ids[parent] ?? 0,
    filter_id: ids[ancestor(refs['filter_option_id'] ?? '', 'filters')] ?? 0
  }))
  return [...new Map(changes.map(change => [JSON.stringify(change), change])).values()]
}

/** Refuses charts that would have no tab: other rows than the chart's own decide too, such as its series and the periods of the project. */
export async function refreshAll(
  structure: TakenStructure,
  desired: Desired,
  difference: Difference,
  ids: IdsByKey
): Promise<DifferenceEntry[]> {
  const { content } = desired
  const { tx, programmeId } = structure
  const rows = rowsOf(difference)
  // Charts of every project show organisations and filters.
  const affectsAll = rows.some(({ key }) => ancestor(key, 'projects') === '')
  const changed = new Set(rows.map(({ key }) => ancestor(key, 'projects')))
  const isNew = new Set(difference.added.map(({ key }) => key))
  const hadTab = await chartsWithTab(tx, programmeId)
  const changedIn = (kind: 'questionnaires' | 'charts'): number[] =>
    [...content[kind].values()]
      .filter(({ key, parent }) => changed.has(parent) && !(kind === 'questionnaires' && isNew.has(key)))
      .map(({ key }) => ids[key] ?? 0)
  const projects = [...content.projects.keys()].filter(key => affectsAll || changed.has(key))
  await bumpDataVersions(
    tx,
    programmeId,
    projects.map(key => ids[key] ?? 0)
  )
  await bumpStructureVersion(structure, changedIn('questionnaires'))
  await setOutputTypes(tx, programmeId, changedIn('charts'))
  await giveFilterOptions(tx, programmeId, changedFilterOptions(difference, desired, ids))
  await fillRuleGroups(tx, programmeId)
  const hasTab = await chartsWithTab(tx, programmeId)
  const touched = new Set(rows.map(({ key }) => ancestor(key, 'charts')))
  return [...content.charts.values()]
    .filter(({ key }) => {
      const id = ids[key] ?? 0
      return !hasTab.has(id) && (hadTab.has(id) || touched.has(key))
    })
    .map(row => refuseRow(row, `${NO_TAB_FAULT.field} ${NO_TAB_FAULT.message}`))
}

async function chartsWithTab(tx: Tx, programmeId: number): Promise<Set<number>> {
  const shown = await tx
    .selectFrom('chart_output_types')
    .select('chart_id')
    .distinct()
    .where('programme_id', '=', programmeId)
    .execute()
  return new Set(shown.map(({ chart_id }) => chart_id))
}
