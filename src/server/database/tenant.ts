// Every row belongs to one programme, whose id comes first in every key, so that a programme's rows can live on one node.

import type { JoinBuilder, ReferenceExpression } from 'kysely'

/**
 * Joins two tables on the programme and on columns that both have, or on pairs of columns:
 * `.innerJoin('questions as q', join => inProgramme(join, 'q', 'm', 'question_id'))`,
 * `.leftJoin('users as u', join => inProgramme(join, 'u', 'a', ['user_id', 'updated_by_user_id']))`.
 */
export const inProgramme = <DB, TB extends keyof DB, Left extends TB & string, Right extends TB & string>(
  join: JoinBuilder<DB, TB>,
  left: Left,
  right: Right,
  ...columns: readonly (
    | (keyof DB[Left] & keyof DB[Right] & string)
    | readonly [keyof DB[Left] & string, keyof DB[Right] & string]
  )[]
): JoinBuilder<DB, TB> =>
  ['programme_id', ...columns].reduce((joined, column) => {
    const [own, other] = typeof column === 'string' ? [column, column] : column
    return joined.onRef(
      `${left}.${own}` as ReferenceExpression<DB, TB>,
      '=',
      `${right}.${other}` as ReferenceExpression<DB, TB>
    )
  }, join)
