import { personName } from '#domain/people/full-name.ts'
import { isAdminRole } from '#domain/people/roles.ts'
import { inProgramme } from '#server/database/tenant.ts'
import { transaction } from '#server/database/transaction.ts'
import { notFound } from '#server/http/api-error.ts'
import type { RouteOf } from '#server/http/route.ts'

/** Of the time since the caller has the account: nobody begins with the comments of all years. */
export const listUnseenComments: RouteOf<'listUnseenComments'> = async ({ query }, { database, caller }) => {
  const { programmeId, userId } = caller
  const unseen = database
    .selectFrom('comments as c')
    .innerJoin('submissions as s', join => inProgramme(join, 's', 'c', 'submission_id'))
    .innerJoin('users as me', join => join.onRef('me.programme_id', '=', 'c.programme_id'))
    .where('c.programme_id', '=', programmeId)
    .where('me.programme_id', '=', programmeId)
    .where('me.user_id', '=', userId)
    .where('s.organisation_id', '=', caller.organisationId ?? 0)
    .where('c.case_code_id', '=', 0)
    .where('c.is_resolved', '=', false)
    .where('c.created_by_user_id', '!=', userId)
    .whereRef('c.created_at', '>=', 'me.created_at')
    .where(is =>
      is.not(
        is.exists(
          is
            .selectFrom('seen_comments as n')
            .select('n.comment_id')
            .where(eb => eb.and({ 'n.programme_id': programmeId, 'n.user_id': userId }))
            .whereRef('n.comment_id', '=', 'c.comment_id')
        )
      )
    )
  const rows = await unseen
    .innerJoin('sections as t', join => inProgramme(join, 't', 'c', 'section_id'))
    .innerJoin('projects as p', join => inProgramme(join, 'p', 's', 'project_id'))
    .innerJoin('questions as q', join => inProgramme(join, 'q', 'c', 'question_id'))
    .leftJoin('users as u', join =>
      join.on('u.programme_id', '=', programmeId).onRef('u.user_id', '=', 'c.created_by_user_id')
    )
    .select(['c.comment_id', 'c.comment_text', 'c.created_at', 'u.first_name', 'u.last_name'])
    .select([
      'p.project_code',
      'p.project_name',
      'c.questionnaire_id',
      'c.submission_id',
      's.submission_name'
    ])
    .select(['c.section_id', 't.section_name', 'c.question_id', 'c.row_id', 'c.column_id', 'q.question_text'])
    .orderBy('c.created_at', 'desc')
    .orderBy('c.comment_id', 'desc')
    .limit(query.limit)
    .execute()
  const { total } = await unseen
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const comments = rows.map(({ first_name, last_name, ...row }) => ({
    ...row,
    created_at: row.created_at.toISOString(),
    created_by: personName({ first_name, last_name }) ?? ''
  }))
  return { comments, total }
}

export const markCommentsSeen: RouteOf<'markCommentsSeen'> = async ({ body }, { database, caller, now }) => {
  const { programmeId, userId } = caller
  const wanted = [...new Set(body.comment_ids)]
  return transaction(database, async tx => {
    const found = await tx
      .selectFrom('comments as c')
      .innerJoin('submissions as s', join => inProgramme(join, 's', 'c', 'submission_id'))
      .select('c.comment_id')
      .where('c.programme_id', '=', programmeId)
      .where('c.comment_id', 'in', wanted)
      .$if(!isAdminRole(caller.roleTypeId), query =>
        query.where('s.organisation_id', '=', caller.organisationId ?? 0)
      )
      .orderBy('c.comment_id')
      .execute()
    if (found.length < wanted.length) throw notFound('comment')
    const { numInsertedOrUpdatedRows = 0n } = await tx
      .insertInto('seen_comments')
      .values(
        found.map(({ comment_id }) => ({
          programme_id: programmeId,
          user_id: userId,
          comment_id,
          seen_at: now
        }))
      )
      .onConflict(conflict => conflict.doNothing())
      .executeTakeFirst()
    return { seen_count: Number(numInsertedOrUpdatedRows) }
  })
}
