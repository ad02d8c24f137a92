import { useStore } from '@nanostores/react'
import { Link } from 'wouter'
import { $waitingPeople } from '#browser/stores/waiting-people.ts'
import { Card } from '#browser/ui/card.tsx'
import { formatCount, formatDay } from '#lib/format.ts'
import { paths } from '#programme/paths.ts'

/** For admins: who waits longest for approval. The page loads them. */
export function WaitingPeopleCard() {
  const waiting = useStore($waitingPeople)
  if (waiting.state !== 'ready' || waiting.value.users.length === 0) return null
  return (
    <Card
      title="Waiting for approval"
      aside={<Link href={paths.users()}>See all {formatCount(waiting.value.total)}</Link>}
    >
      <ul>
        {waiting.value.users.map(user => (
          <li
            key={user.user_id}
            className="border-0 border-t border-line border-solid px-4 py-2.5 text-small first:border-t-0"
          >
            <p className="flex justify-between gap-2 font-medium">
              {user.first_name} {user.last_name}
              <span className="flex-none font-normal text-ink-3">{formatDay(user.created_at)}</span>
            </p>
            <p className="text-ink-2">
              {[user.role_type_name, user.organisation_name].filter(Boolean).join(', ')}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  )
}
