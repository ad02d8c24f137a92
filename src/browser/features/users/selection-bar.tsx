import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import { Checkbox } from '#browser/forms/checkbox.tsx'
import { $enums } from '#browser/stores/enums.ts'
import { $session } from '#browser/stores/session.ts'
import { showToast } from '#browser/stores/toasts.ts'
import { Button } from '#browser/ui/button.tsx'
import { Check } from '#browser/ui/icons/icon-paths.ts'
import { usePending } from '#browser/ui/pending.ts'
import { Pick } from '#browser/ui/pick.tsx'
import type { User } from '#contract/users.ts'
import { countOf } from '#lib/format.ts'
import { failureText } from '#lib/text/offline-text.ts'
import { decideAll, needsOrganisation, rejectAll } from './user-actions.ts'
import { grantableRoles } from './user-rules.ts'

const AS_LISTED = 0

interface UserSelectionBarProps {
  chosen: readonly User[]
  isAll: boolean
  onAll: (isOn: boolean) => void
  onClear: () => void
}

/** Decides on all selected users at once. */
export function UserSelectionBar({ chosen, isAll, onAll, onClear }: UserSelectionBarProps) {
  const me = useStore($session).user?.details
  const [roleTypeId, setRole] = useState(AS_LISTED)
  const [isApproving, start] = usePending()
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = chosen.length > 0 && !isAll
  }, [chosen.length, isAll])
  const { role_types: roleTypes } = useStore($enums)
  const role = roleTypeId === AS_LISTED ? null : roleTypeId
  const homeless = chosen.filter(user => needsOrganisation(user, role)).length
  const approve = async () => {
    const result = await decideAll(chosen, { decision: 'approve', roleTypeId: role, reason: '' })
    if (result.ok) onClear()
    else showToast({ text: failureText(result.error), status: 'error' })
  }
  return (
    <section
      aria-label="Selected people"
      className="flex min-h-12 flex-wrap items-center gap-3 border-0 border-b border-brand-line border-solid bg-brand-tint px-3 py-2"
    >
      <label className="flex items-center gap-3 font-medium">
        <Checkbox
          ref={box}
          checked={isAll}
          onChange={onAll}
          aria-label={isAll ? 'Clear selection' : 'Select all on this page'}
        />
        <span aria-hidden="true">{chosen.length} selected</span>
        <span role="status" className="sr-only">
          {countOf(chosen.length, 'person', 'people')} selected
        </span>
      </label>
      {me && (
        <Pick
          label="Role"
          selected={roleTypeId}
          onSelect={setRole}
          options={[{ id: AS_LISTED, name: 'As listed' }, ...grantableRoles(roleTypes, me)]}
        />
      )}
      <Button kind="main" size="s" icon={Check} onClick={() => start(approve)}>
        Approve {chosen.length}
      </Button>
      <Button kind="danger" size="s" disabled={isApproving} onClick={() => rejectAll(chosen, onClear)}>
        Reject…
      </Button>
      <span className="text-small text-ink-2">
        {homeless > 0
          ? `${countOf(homeless, 'person has', 'people have')} no organisation yet and cannot be approved`
          : selectionText(chosen)}
      </span>
      <Button kind="quiet" size="s" className="ml-auto" onClick={onClear}>
        Clear selection
      </Button>
    </section>
  )
}

function selectionText(chosen: readonly User[]): string {
  const organisations = new Set(chosen.map(({ organisation_id }) => organisation_id)).size
  return `${countOf(chosen.length, 'person', 'people')} in ${countOf(organisations, 'organisation')}`
}
