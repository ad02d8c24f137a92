import { useStore } from '@nanostores/react'
import type { TableModel } from '#browser/section/state/model.ts'
import { capitalise } from '#lib/text/capitalised.ts'
import { $showsLastFigures, lastPeriodName } from './last-figures.ts'

/** Shows or hides the last period's figures in the corners of the cells. */
export function LastFiguresSwitch({ table }: { table: TableModel }) {
  const isOn = useStore($showsLastFigures)
  const name = lastPeriodName([table])
  if (name === null) return null
  return (
    <label className="flex items-center gap-2 min-h-7 text-small cursor-pointer">
      <input
        type="checkbox"
        role="switch"
        className="switch"
        checked={isOn}
        aria-checked={isOn}
        onChange={event => $showsLastFigures.set(event.target.checked)}
      />
      {capitalise(name)}
    </label>
  )
}
