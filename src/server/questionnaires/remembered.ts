import type { SectionSubmissionResult } from '#contract/section-submissions.ts'
import type { Saving } from './saving.ts'

// Respondents of one submission choose their change ids apart from each other.
const changeId = ({ request, caseCodeId }: Saving): string =>
  `${caseCodeId}:${request.section_id}:${request.client_change_id}`

/** What the same change was answered before, when it is sent again. */
export async function rememberedChange(saving: Saving): Promise<SectionSubmissionResult | null> {
  const row = await saving.work
    .selectFrom('client_changes')
    .select('result')
    .where('programme_id', '=', saving.caller.programmeId)
    .where('submission_id', '=', saving.submission.submission_id)
    .where('client_change_id', '=', changeId(saving))
    .executeTakeFirst()
  return row?.result ?? null
}

export async function rememberChange(saving: Saving, result: SectionSubmissionResult): Promise<void> {
  await saving.work
    .insertInto('client_changes')
    .values({
      programme_id: saving.caller.programmeId,
      submission_id: saving.submission.submission_id,
      client_change_id: changeId(saving),
      result: JSON.stringify(result),
      created_at: saving.now
    })
    .execute()
}
