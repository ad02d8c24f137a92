import { useStore } from '@nanostores/react'
import { X } from 'lucide-react'
import { IconButton } from '#browser/ui/button.tsx'
import { $pendingDecisions } from './user-actions.ts'
import { userFullName } from './user-labels.ts'

/** Users that the last decision could not be made for, each with the reason. */
export function PendingDecisions() {
  const undecided = useStore($pendingDecisions)
  if (undecided.length === 0) return null
  return (
    <section
      role="alert"
      aria-label="Not decided"
      className="card mb-3 flex items-start gap-2 border-l-4 border-l-warn py-2 pr-2 pl-4 text-small"
    >
      <ul className="min-w-0 flex-1">
        {undecided.map(({ user, reason }) => (
          <li key={user.user_id} className="py-0.5">
            <span className="font-medium">{userFullName(user)}</span> {reason}
          </li>
        ))}
      </ul>
      <IconButton icon={X} label="Close" size="s" onClick={() => $pendingDecisions.set([])} />
    </section>
  )
}
