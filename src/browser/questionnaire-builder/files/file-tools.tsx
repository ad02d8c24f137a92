import { Download } from 'lucide-react'
import { useState } from 'react'
import type { Structure } from '#contract/questionnaire-structures.ts'
import { showToast } from '#browser/stores/toasts.ts'
import { Button } from '#browser/ui/button.tsx'
import { saveStructure } from './structure-files.ts'

/** The questionnaire as a workbook with one question a line. */
export function FileTools({ structure }: { structure: Structure }) {
  const [isBusy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    const result = await saveStructure(structure)
    setBusy(false)
    if (!result.ok) showToast({ text: result.error, status: 'error' })
  }
  return (
    <div className="grid gap-1 pt-3 border-0 border-t border-solid border-line">
      <Button
        size="s"
        icon={Download}
        busy={isBusy}
        className="justify-self-start"
        onClick={() => void save()}
      >
        Download workbook
      </Button>
      <p className="text-tiny text-ink-3">
        One question per row. Edit it in a spreadsheet and create another questionnaire from it.
      </p>
    </div>
  )
}
