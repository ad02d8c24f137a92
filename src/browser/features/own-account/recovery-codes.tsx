import { useState } from 'react'
import { saveFile } from '#browser/api/download.ts'
import { Checkbox } from '#browser/forms/checkbox.tsx'
import { Button } from '#browser/ui/button.tsx'
import { Icon } from '#browser/ui/icon.tsx'
import { Check, DownloadIcon } from '#browser/ui/icons/icon-paths.ts'
import { countOf } from '#lib/format.ts'
import { CopyButton } from './copy-button.tsx'
import { useModalHeld } from './use-modal-held.ts'

/** Shown once: the server keeps only their hashes. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const [isSaved, setSaved] = useState(false)
  useModalHeld()
  const text = `${codes.join('\n')}\n`
  return (
    <div className="grid gap-3">
      <h3 role="status" className="flex items-center gap-2">
        <Icon of={Check} className="text-ok" />
        Two-factor authentication is on
      </h3>
      <p className="text-small text-ink-2">
        Lost your phone? Each of these {countOf(codes.length, 'code')} logs you in once. They are not shown
        again.
      </p>
      <ul
        aria-label="Recovery codes"
        className="grid gap-x-6 gap-y-1 rounded bg-sunken p-3 tabular-nums sm:grid-cols-2"
      >
        {codes.map(code => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-2">
        <Button
          size="s"
          icon={DownloadIcon}
          onClick={() => saveFile(new Blob([text], { type: 'text/plain' }), 'recovery-codes.txt')}
        >
          Download
        </Button>
        <CopyButton text={text} label="Copy" />
        <label className="ml-auto flex items-center gap-2 text-small">
          <Checkbox checked={isSaved} onChange={setSaved} />I have saved them
        </label>
        <Button kind="main" disabled={!isSaved} onClick={onDone}>
          Done
        </Button>
      </div>
    </div>
  )
}
