import type { SectionSubmissionResult } from '#contract/section-submissions.ts'
import { prepared } from '#server/database/prepared.ts'
import type { SaveContext } from './save-context.ts'

// Respondents of one submission choose change ids independently of each other.
const changeId = ({ request, caseCodeId }: SaveContext): string =>
  `${caseCodeId}:${request.section_id}:${request.client_change_id}`

/** The stored result of a repeated change. */
export async function storedResult(context: SaveContext): Promise<SectionSubmissionResult | null> {
  const row = await context.tx
    .selectFrom('client_changes')
    .modifyFront(prepared)
    .select('result')
    .where('programme_id', '=', context.caller.programmeId)
    .where('submission_id', '=', context.submission.submission_id)
    .where('client_change_id', '=', changeId(context))
    .executeTakeFirst()
  return (row?.result as SectionSubmissionResult | undefined) ?? null
}

export async function storeResult(context: SaveContext, result: SectionSubmissionResult): Promise<void> {
  await context.tx
    .insertInto('client_changes')
    .values({
      programme_id: context.caller.programmeId,
      submission_id: context.submission.submission_id,
      client_change_id: changeId(context),
      result: JSON.stringify(result),
      created_at: context.now
    })
    .modifyEnd(prepared)
    .execute()
}
