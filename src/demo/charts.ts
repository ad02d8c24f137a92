import { insertRows } from '#server/database/bulk.ts'
import { setOutputTypes } from '#server/benchmarks/output-types.ts'
import type { ChartPlan } from './plan.ts'
import type { SeededProject } from './projects.ts'
import type { SeededCell, SeededQuestionnaire } from './questionnaires.ts'
import type { Seeding } from './seeding.ts'

/** Collections, groups and charts of a project, once for each explorer type. */
export async function seedCharts(
  seeding: Seeding,
  project: SeededProject,
  questionnaires: readonly SeededQuestionnaire[]
): Promise<void> {
  const { programme, tx, programmeId } = seeding
  const cells = questionnaires
    .flatMap(questionnaire => questionnaire.sections)
    .flatMap(section => section.cells)
  const chartIds = new Map<ChartPlan, number>()
  for (const [typeIndex, { explorer_type }] of programme.explorerTypes.entries()) {
    for (const [order, collection] of project.plan.collections.entries()) {
      const row = {
        programme_id: programmeId,
        project_id: project.projectId,
        explorer_type,
        collection_name: collection.name,
        display_order: order + 1,
        is_dashboard: typeIndex === 0 && order === 0
      }
      const [collectionId = 0] = await insertRows(tx, 'collections', [row], 'collection_id')
      const plans = collection.groups.flatMap(group => group.charts)
      if (typeIndex === 0) await seedChartRows(seeding, project, collectionId, plans, cells, chartIds)
      await seedGroups(seeding, collectionId, collection.groups, chartIds)
    }
  }
}

async function seedChartRows(
  { tx, programmeId }: Seeding,
  project: SeededProject,
  collectionId: number,
  plans: readonly ChartPlan[],
  cells: readonly SeededCell[],
  chartIds: Map<ChartPlan, number>
): Promise<void> {
  const rows = plans.map(plan => ({
    programme_id: programmeId,
    project_id: project.projectId,
    collection_id: collectionId,
    chart_name: plan.name,
    unit: plan.unit,
    decimal_places: plan.decimals,
    direction: plan.direction,
    statistic: plan.statistic ?? 'none',
    target_value: plan.target ?? null,
    definition_html: `<p>${plan.definition}</p>`,
    numerator_text: plan.numeratorText ?? '',
    denominator_text: plan.denominatorText ?? '',
    source_text: `${project.plan.name} questionnaire`,
    caveats_html:
      '<p>Figures are as entered by members. Values that members could not give are left out.</p>',
    version: 1,
    is_active: true
  }))
  const ids = await insertRows(tx, 'charts', rows, 'chart_id')
  for (const [index, plan] of plans.entries()) chartIds.set(plan, ids[index] ?? 0)
  await insertRows(
    tx,
    'chart_parameters',
    plans.flatMap((plan, index) =>
      parametersOf(plan, cells).map(row => ({ programme_id: programmeId, chart_id: ids[index], ...row }))
    )
  )
  await setOutputTypes(tx, programmeId, ids)
}

async function seedGroups(
  { tx, programmeId }: Seeding,
  collectionId: number,
  groups: readonly { name: string; charts: readonly ChartPlan[] }[],
  chartIds: ReadonlyMap<ChartPlan, number>
): Promise<void> {
  const rows = groups.map((group, order) => ({
    programme_id: programmeId,
    collection_id: collectionId,
    group_name: group.name,
    group_slug: group.name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'),
    display_order: order + 1
  }))
  const ids = await insertRows(tx, 'chart_groups', rows, 'chart_group_id')
  const memberships = groups.flatMap((group, index) =>
    group.charts.map((plan, order) => ({
      programme_id: programmeId,
      chart_group_id: ids[index],
      chart_id: chartIds.get(plan),
      display_order: order + 1
    }))
  )
  await insertRows(tx, 'chart_group_memberships', memberships)
}

/** The cells behind a chart: series 1 over all of them, then one for each column of the grid where that is asked for. */
function parametersOf(plan: ChartPlan, cells: readonly SeededCell[]): object[] {
  const roles = (['value', 'numerator', 'denominator'] as const).map(role => ({
    role,
    cells: (plan[role] ?? []).flatMap(name => cellsNamed(name, cells))
  }))
  const series = (name: string, display_order: number, isIn: (cell: SeededCell) => boolean) =>
    roles.flatMap(({ role, cells: used }) =>
      used.filter(isIn).map(cell => ({
        parameter_name: name,
        parameter_role: role,
        question_id: cell.questionId,
        row_id: cell.rowId,
        column_id: cell.columnId,
        multiplier: role === 'denominator' ? 1 : (plan.multiplier ?? 1),
        display_order
      }))
    )
  const columnNames = plan.byColumn
    ? [...new Set((roles[0]?.cells.length ? roles[0] : roles[1])?.cells.map(cell => cell.column?.name ?? ''))]
    : []
  return [
    ...series(columnNames.length > 0 ? 'All' : plan.name, 1, () => true),
    ...columnNames.flatMap((name, index) => series(name, index + 2, cell => cell.column?.name === name))
  ]
}

/** `key`, `key@column name` or `key@*`. */
function cellsNamed(name: string, cells: readonly SeededCell[]): SeededCell[] {
  const [key, column = '*'] = name.split('@')
  const named = cells.filter(
    cell => cell.plan.key === key && !cell.isDisabled && (column === '*' || cell.column?.name === column)
  )
  if (named.length === 0) throw new Error(`No cell is called ${name}.`)
  return named
}
