import { useStore } from '@nanostores/react'
import { inviteAgain } from '#browser/stores/invitations.ts'
import { openModal } from '#browser/stores/modals.ts'
import { toastOutcome } from '#browser/stores/outcomes.ts'
import { $session } from '#browser/stores/session.ts'
import { Button } from '#browser/ui/button.tsx'
import { Plus } from '#browser/ui/icons/rare-icon-paths.ts'
import { Pill } from '#browser/ui/pill.tsx'
import type { User } from '#contract/users.ts'
import { mayManageUser, ROLE, roleName } from '#domain/people/roles.ts'
import { InviteColleagueDialog } from './invite-dialog.tsx'
import { CARD_LIST, OrganisationPart } from './organisation-cards.tsx'
import { $organisationPeople, changeColleagueRole, mayInviteTo } from './organisation.ts'

const stateLabels = {
  email_unverified: 'email not verified',
  awaiting_approval: 'waiting for approval',
  invited: 'invited',
  active: '',
  suspended: 'suspended',
  rejected: 'rejected'
}

/** The organisation's accounts. Its lead invites people and makes them contributors or viewers. */
export function PeopleCard({ organisationId, onRetry }: { organisationId: number; onRetry: () => void }) {
  const people = useStore($organisationPeople)
  const me = useStore($session).user?.details
  const mayInvite = mayInviteTo(organisationId)
  const mayChange = (user: User): boolean =>
    mayInvite &&
    me !== undefined &&
    me !== null &&
    mayManageUser(me.role_type_id, user.role_type_id) &&
    (user.status === 'active' || user.status === 'invited')
  return (
    <OrganisationPart
      title="People"
      aside={
        mayInvite && (
          <Button
            size="s"
            icon={Plus}
            onClick={() =>
              openModal({
                component: InviteColleagueDialog,
                size: 'standard',
                props: { title: 'Invite a person', organisationId }
              })
            }
          >
            Invite…
          </Button>
        )
      }
      part={people}
      none="No accounts yet"
      onRetry={onRetry}
    >
      {found => (
        <ul className={CARD_LIST}>
          {found.map(user => (
            <li key={user.user_id}>
              <p className="flex flex-wrap items-center gap-2 font-medium">
                {user.first_name} {user.last_name}{' '}
                {user.status !== 'active' && <Pill>{stateLabels[user.status]}</Pill>}
              </p>
              <p className="text-ink-3">{user.role_type_name}</p>
              <p className="break-all text-ink-2">{user.email_address}</p>
              {mayChange(user) && <ColleagueActions user={user} />}
            </li>
          ))}
        </ul>
      )}
    </OrganisationPart>
  )
}

function ColleagueActions({ user }: { user: User }) {
  const name = `${user.first_name} ${user.last_name}`
  const other = user.role_type_id === ROLE.contributor ? ROLE.viewer : ROLE.contributor
  return (
    <div className="mt-1.5 flex flex-wrap gap-2">
      <Button
        size="s"
        aria-label={`Make ${roleName(other).toLowerCase()}: ${name}`}
        onClick={async () =>
          toastOutcome(
            await changeColleagueRole(user, other),
            `${name} is now a ${roleName(other).toLowerCase()}${user.status === 'active' ? ' and has to log in again' : ''}.`
          )
        }
      >
        Make {roleName(other).toLowerCase()}
      </Button>
      {user.status === 'invited' && (
        <Button
          size="s"
          kind="quiet"
          onClick={async () =>
            toastOutcome(
              await inviteAgain(user),
              `Another invitation is on its way to ${user.email_address}.`
            )
          }
        >
          Send the invitation again
        </Button>
      )}
    </div>
  )
}
