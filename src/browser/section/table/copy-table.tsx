import { useState } from 'react'
import type { SectionEngine } from '#browser/section/section-engine.ts'
import type { TableModel } from '#browser/section/state/model.ts'
import { Button } from '#browser/ui/button.tsx'
import { CopyIcon } from '#browser/ui/icons/icon-paths.ts'
import { tableTools } from './form-events.ts'

/** Copies a grid as a block that spreadsheets and other grids accept. */
export function CopyTable({ engine, table }: { engine: SectionEngine; table: TableModel }) {
  const [word, setWord] = useState('Copy')
  const copy = async () => {
    try {
      const { copyWholeTable } = await tableTools.load()
      await navigator.clipboard.writeText(copyWholeTable(engine, table))
      setWord('Copied')
    } catch {
      // If the browser refuses the clipboard, or the code does not arrive, the label says so and nothing is lost.
      setWord('Copying is blocked')
    }
  }
  return (
    <Button
      kind="quiet"
      size="s"
      icon={CopyIcon}
      onClick={copy}
      onBlur={() => setWord('Copy')}
      title="Copy the cells of this table"
    >
      <span role="status">{word}</span>
    </Button>
  )
}
