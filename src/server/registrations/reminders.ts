import { personName } from '#domain/people/full-name.ts'
import type { ReminderObstacle } from '#domain/people/reminder-limit.ts'
import { writeMail } from '#server/accounts/outbox.ts'
import { lockAccounts } from '#server/accounts/user-rows.ts'
import { requireProject, requireTimePeriod } from '#server/auth/ownership.ts'
import { insertRows } from '#server/database/bulk.ts'
import type { Tx } from '#server/database/schema.ts'
import { inProgramme } from '#server/database/tenant.ts'
import { transaction } from '#server/database/transaction.ts'
import { notFound } from '#server/http/api-error.ts'
import { programmeOf } from '#server/http/programme.ts'
import type { RouteContext, RouteOf } from '#server/http/route.ts'
import { planReminders, type ReminderScope } from './reminder-plan.ts'

export const listReminders: RouteOf<'listReminders'> = async ({ query }, { database, caller }) => {
  const { programmeId } = caller
  await requireProject(database, programmeId, query.project_id)
  await requireTimePeriod(database, programmeId, query.time_period_id)
  const selected = database
    .selectFrom('reminders as m')
    .innerJoin('organisations as o', join => inProgramme(join, 'o', 'm', 'organisation_id'))
    .innerJoin('users as u', join => inProgramme(join, 'u', 'm', 'user_id'))
    .innerJoin('users as b', join => inProgramme(join, 'b', 'm', ['user_id', 'sent_by_user_id']))
    .where('m.programme_id', '=', programmeId)
    .where('m.project_id', '=', query.project_id)
    .where('m.time_period_id', '=', query.time_period_id)
  const rows = await selected
    .select([
      'm.reminder_id',
      'm.organisation_id',
      'o.organisation_name',
      'm.sent_at',
      'u.first_name',
      'u.last_name'
    ])
    .select(['b.first_name as sender_first_name', 'b.last_name as sender_last_name'])
    .orderBy('m.sent_at', 'desc')
    .orderBy('m.reminder_id', 'desc')
    .limit(query.limit)
    .offset(query.offset)
    .execute()
  const { total } = await selected
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const reminders = rows.map(({ first_name, last_name, sender_first_name, sender_last_name, ...row }) => ({
    ...row,
    recipient_name: personName({ first_name, last_name }) ?? '',
    sent_at: row.sent_at.toISOString(),
    sent_by: personName({ first_name: sender_first_name, last_name: sender_last_name }) ?? ''
  }))
  return { reminders, total }
}

export const previewReminders: RouteOf<'previewReminders'> = ({ body }, context) =>
  planReminders(context.database, scopeOf(body, context, body.organisation_ids))

const obstacleTexts: Record<ReminderObstacle, string> = {
  today: 'Has had a reminder today.',
  recent: 'Has had a reminder within the last three days.'
}

/** The plan is made again: between the preview and this call others may have reminded the same people. */
export const sendReminders: RouteOf<'sendReminders'> = async ({ body }, context) =>
  transaction(context.database, async tx => {
    const { caller, now } = context
    const { programmeId } = caller
    // Serialises the senders of a programme, so that two of them do not both find that nobody was reminded today.
    await lockAccounts(tx, caller)
    const organisationIds = await organisationsOfUsers(tx, programmeId, body.user_ids)
    const plan = await planReminders(tx, scopeOf(body, context, organisationIds))
    const wanted = new Set(body.user_ids)
    const recipients = plan.recipients.filter(({ user_id }) => wanted.has(user_id))
    const reached = recipients.filter(({ obstacle }) => obstacle === null)
    for (const { email_address, ...mail } of reached)
      await writeMail(tx, programmeId, email_address, mail, now)
    await insertRows(
      tx,
      'reminders',
      reached.map(({ organisation_id, user_id }) => ({
        programme_id: programmeId,
        project_id: body.project_id,
        time_period_id: body.time_period_id,
        organisation_id,
        user_id,
        sent_at: now,
        sent_by_user_id: caller.userId
      }))
    )
    const obstacles = new Map(recipients.map(({ user_id, obstacle }) => [user_id, obstacle]))
    return {
      sent_user_ids: reached.map(({ user_id }) => user_id),
      left_out: [...wanted]
        .filter(user_id => obstacles.get(user_id) !== null)
        .map(user_id => {
          const obstacle = obstacles.get(user_id)
          return {
            user_id,
            detail: obstacle
              ? obstacleTexts[obstacle]
              : 'Their organisation has nothing to do, or others of it are reminded.'
          }
        })
    }
  })

async function organisationsOfUsers(
  tx: Tx,
  programmeId: number,
  userIds: readonly number[]
): Promise<number[]> {
  const rows = await tx
    .selectFrom('users')
    .select(['user_id', 'organisation_id'])
    .where('programme_id', '=', programmeId)
    .where('user_id', 'in', userIds)
    .where('organisation_id', 'is not', null)
    .execute()
  if (rows.length < new Set(userIds).size) throw notFound('user')
  return [...new Set(rows.map(({ organisation_id }) => organisation_id ?? 0))]
}

interface ReminderBody {
  project_id: number
  time_period_id: number
  is_requested: boolean
}

const scopeOf = (
  { project_id, time_period_id, is_requested }: ReminderBody,
  { caller, programmes, now }: RouteContext<'admin'>,
  organisationIds: readonly number[]
): ReminderScope => ({
  programme: programmeOf(programmes, caller.programmeId),
  timeZone: caller.timeZone,
  projectId: project_id,
  timePeriodId: time_period_id,
  organisationIds,
  isRequested: is_requested,
  now
})
