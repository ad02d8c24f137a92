// Every row belongs to one programme, whose id comes first in every key, so that a programme's rows can live on one node.

import type { JoinBuilder, ReferenceExpression } from 'kysely'

/**
 * Joins two tables on the programme and on columns that both have:
 * `.innerJoin('questions as q', join => inProgramme(join, 'q', 'm', 'question_id'))`.
 */
export const inProgramme = <DB, TB extends keyof DB, Left extends TB & string, Right extends TB & string>(
  join: JoinBuilder<DB, TB>,
  left: Left,
  right: Right,
  ...columns: readonly (keyof DB[Left] & keyof DB[Right] & string)[]
): JoinBuilder<DB, TB> =>
  ['programme_id', ...columns].reduce(
    (joined, column) =>
      joined.onRef(
        `${left}.${column}` as ReferenceExpression<DB, TB>,
        '=',
        `${right}.${column}` as ReferenceExpression<DB, TB>
      ),
    join
  )
