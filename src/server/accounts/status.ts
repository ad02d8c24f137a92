import { ACCOUNT_TRANSITIONS, type AccountAction } from '#domain/people/user-status.ts'
import type { Tx } from '#server/database/schema.ts'

/**
 * Changes an account's status by the table of transitions, in one statement. Returns false if the account is
 * not, or no longer, in a status that allows the action. Of two concurrent, contradictory actions one wins
 * and the other is refused.
 */
export async function changeStatus(
  tx: Tx,
  { programme_id, user_id }: { programme_id: number; user_id: number },
  action: AccountAction
): Promise<boolean> {
  const { from, to } = ACCOUNT_TRANSITIONS[action]
  const result = await tx
    .updateTable('users')
    .set({ status: to })
    .where(eb => eb.and({ programme_id, user_id }))
    .where('status', 'in', from)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}
