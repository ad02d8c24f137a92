import { useStore } from '@nanostores/react'
import type { SectionEngine } from '#browser/section/section-engine.ts'
import type { IncompleteReason } from '#domain/answers/completion.ts'
import { goToIncomplete } from './go-to-incomplete.ts'

const incompleteReasons: Record<IncompleteReason, string> = {
  required: 'required',
  error: 'the value is invalid',
  comment: 'unusual value: needs a comment'
}

/** Each incomplete cell, a link to the cell. */
export function IncompleteList({ engine, close }: { engine: SectionEngine; close: () => void }) {
  useStore(engine.$status)
  return (
    <ul>
      {engine.keysOf('incomplete').map(key => (
        <li key={key} className="[content-visibility:auto] [contain-intrinsic-height:auto_48px]">
          <button
            type="button"
            className="ring-inside block w-full px-3 py-1.5 text-left text-small hover:bg-sunken focus-visible:bg-sunken"
            onClick={() => {
              close()
              goToIncomplete(engine, key)
            }}
          >
            <span className="block font-medium">{engine.model.cells.get(key)?.name}</span>
            <span className="block text-ink-2">
              {incompleteReasons[engine.incompleteReason(key) ?? 'required']}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
