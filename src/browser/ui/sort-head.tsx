import type { ReactNode, ThHTMLAttributes } from 'react'
import { Icon } from './icon.tsx'
import { ArrowDown, ArrowUp } from './icons/chart-icon-paths.ts'

interface SortHeadProps {
  children: ReactNode
  /** Null while the table is sorted by something else. */
  direction: 'ascending' | 'descending' | null
  onSort: () => void
  rowSpan?: number | undefined
  className?: string
  /** In front of the name, for example the box that selects all rows. */
  before?: ReactNode
}

/** The head of a column that a table can be sorted by. */
export const SortHead = ({ children, direction, onSort, rowSpan, className = '', before }: SortHeadProps) => (
  <th scope="col" rowSpan={rowSpan} aria-sort={direction ?? 'none'} className={`table-head ${className}`}>
    {before}
    <button
      type="button"
      className="reach inline-flex items-center gap-1 text-left text-tiny font-medium hover:text-ink"
      onClick={onSort}
    >
      {children}
      {direction && <Icon of={direction === 'ascending' ? ArrowUp : ArrowDown} size={12} />}
    </button>
  </th>
)

/** The head of a column that has only a name. */
export const HeadCell = ({ className = '', ...rest }: ThHTMLAttributes<HTMLTableCellElement>) => (
  <th scope="col" className={`table-head ${className}`} {...rest} />
)

/** The direction of the column that a table is sorted by. */
export const sortDirection = (isDescending: boolean): 'ascending' | 'descending' =>
  isDescending ? 'descending' : 'ascending'

/** The head of a table whose columns have names only. */
export const PlainHead = ({ names }: { names: readonly string[] }) => (
  <thead>
    <tr>
      {names.map(name => (
        <HeadCell key={name}>{name}</HeadCell>
      ))}
    </tr>
  </thead>
)
