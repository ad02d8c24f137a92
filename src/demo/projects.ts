import { visibilitySentence } from '#domain/visibility.ts'
import { insertRows } from '#server/database/bulk.ts'
import type { ProjectPlan } from './plan.ts'
import type { Seeding } from './seeding.ts'
import { periodsOf, type SeededTimePeriod } from './time-periods.ts'

export interface SeededProject {
  projectId: number
  plan: ProjectPlan
  scopeIds: number[]
  /** False where the newest period is not collected yet. */
  isCollecting: boolean
}

const DAY_MS = 86_400_000

/** Two projects: the first is being collected, the second is open for registration. */
export async function seedProjects(
  seeding: Seeding,
  timePeriods: readonly SeededTimePeriod[]
): Promise<SeededProject[]> {
  const { tx, programme, programmeId, theme } = seeding
  const rows = theme.projects.map((plan, index) => ({
    programme_id: programmeId,
    project_code: plan.code,
    project_name: plan.name,
    summary: plan.summary,
    visibility: plan.visibility,
    minimum_count: programme.minimumPeerCount,
    explorer_types: programme.explorerTypes,
    display_order: index + 1
  }))
  const projectIds = await insertRows(tx, 'projects', rows, 'project_id')
  const projects: SeededProject[] = []
  for (const [index, plan] of theme.projects.entries()) {
    const projectId = projectIds[index] ?? 0
    const isCollecting = index === 0
    const periods = periodsOf(plan, timePeriods).map(period => ({
      programme_id: programmeId,
      project_id: projectId,
      ...datesOf(seeding.now, period, isCollecting)
    }))
    await insertRows(tx, 'project_periods', periods)
    const scopes = plan.scopes.map(({ name, description }, order) => ({
      programme_id: programmeId,
      project_id: projectId,
      scope_name: name,
      scope_description: description,
      display_order: order + 1
    }))
    projects.push({
      projectId,
      plan,
      isCollecting,
      scopeIds: await insertRows(tx, 'scopes', scopes, 'scope_id')
    })
    await seedAbout(seeding, projectId, plan)
  }
  return projects
}

/** The dates of a period, counted from today for the newest one and from the same day of its year for those before. */
function datesOf(now: Date, period: SeededTimePeriod, isCollecting: boolean): object {
  const anchor = new Date(now)
  anchor.setUTCFullYear(period.year)
  anchor.setUTCHours(12, 0, 0, 0)
  const day = (offset: number): string => new Date(anchor.getTime() + offset * DAY_MS).toISOString()
  const shift = isCollecting || period.yearsAgo > 0 ? 0 : 75
  return {
    time_period_id: period.timePeriodId,
    registration_opens_at: day(shift - 130),
    registration_closes_at: day(shift - 54),
    collection_opens_at: day(shift - 52),
    collection_closes_at: day(shift + 22),
    published_at: period.yearsAgo > 0 ? day(80) : null,
    closed_at: null
  }
}

async function seedAbout(
  { tx, programme, programmeId }: Seeding,
  projectId: number,
  plan: ProjectPlan
): Promise<void> {
  const about = (heading: string, body_html: string, display_order: number) => ({
    programme_id: programmeId,
    project_id: projectId,
    heading,
    body_html,
    display_order
  })
  await insertRows(tx, 'project_abouts', [
    about('What it is', `<p>${plan.summary}</p>`, 1),
    about(
      'How figures are compared',
      '<p>Each figure stands beside those of all members, of a filtered set and of the peer groups that you choose.</p>',
      2
    ),
    about(
      'Who sees what',
      `<p>${visibilitySentence({ ...plan, others_visible_from: 'collection', minimum_count: programme.minimumPeerCount, isAdmin: false })}</p>`,
      3
    )
  ])
  await insertRows(tx, 'project_contacts', [
    {
      programme_id: programmeId,
      project_id: projectId,
      contact_name: 'Daniel Hughes',
      email_address: `admin@${programme.code}.example`,
      contact_role: 'Programme manager',
      display_order: 1
    }
  ])
}
