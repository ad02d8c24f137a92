import { useStore } from '@nanostores/react'
import { Checkbox } from '#browser/forms/checkbox.tsx'
import { $session } from '#browser/stores/session.ts'
import { buttonClass } from '#browser/ui/button.tsx'
import { Icon } from '#browser/ui/icon.tsx'
import { Ellipsis, Pencil } from '#browser/ui/icons/chart-icon-paths.ts'
import { Check, type IconPath, Lock, TriangleAlert, Users, X } from '#browser/ui/icons/icon-paths.ts'
import {
  CirclePause,
  CirclePlay,
  KeyRound,
  Mail,
  RotateCcw,
  ShieldCheck,
  Trash2
} from '#browser/ui/icons/rare-icon-paths.ts'
import { Pill } from '#browser/ui/pill.tsx'
import { Menu } from '#browser/ui/popover/menu.tsx'
import type { User } from '#contract/users.ts'
import type { UserAction } from '#domain/people/user-status.ts'
import { formatAgo } from '#lib/time/format-distance.ts'
import { openEdit } from './person-dialogs.tsx'
import { runAction } from './user-actions.ts'
import { actionLabels, userFullName, userStatusLabels } from './user-labels.ts'
import type { UserTabId } from './user-query.ts'
import { actionsOn, isUnlisted, protectionOf } from './user-rules.ts'

const userActionIcons: Record<UserAction, IconPath> = {
  approve: Check,
  reject: X,
  edit: Pencil,
  change_role: Users,
  reset_password: KeyRound,
  reset_second_factor: ShieldCheck,
  invite_again: Mail,
  verify_again: Mail,
  suspend: CirclePause,
  reactivate: CirclePlay,
  reconsider: RotateCcw,
  delete: Trash2
}

interface UserRowProps {
  user: User
  tab: UserTabId
  /** Null if this tab has no selection. */
  selection: { isSelected: boolean; onSelect: (isOn: boolean) => void } | null
}

export function UserRow({ user, tab, selection }: UserRowProps) {
  const me = useStore($session).user?.details
  const moment = tab === 'active' || tab === 'suspended' ? user.last_login_at : user.created_at
  return (
    <tr className={selection?.isSelected ? 'bg-brand-tint' : 'hover:bg-surface-hover'}>
      {selection && (
        <td className="table-cell">
          <label className="-m-2 inline-grid p-2">
            <Checkbox
              aria-label={`Select ${userFullName(user)}`}
              checked={selection.isSelected}
              disabled={!me || protectionOf(user, me) !== null}
              onChange={selection.onSelect}
            />
          </label>
        </td>
      )}
      <th scope="row" className="table-cell text-left font-normal">
        <span className="font-medium break-words">{userFullName(user)}</span>
        {user.user_id === me?.user_id && <Pill className="ml-2">you</Pill>}
        <span className="block text-small text-ink-2 break-all lg:hidden">{user.email_address}</span>
        <span className="block text-small text-ink-3 md:hidden">
          {[user.organisation_name, user.role_type_name].filter(Boolean).join(', ')}
        </span>
        <UndeliveredMail user={user} />
        {isUnlisted(user) && tab === 'waiting' && (
          <span className="md:hidden">
            <ChooseOrganisationButton user={user} />
          </span>
        )}
      </th>
      <td className="table-cell text-ink-2 break-all max-lg:hidden">{user.email_address}</td>
      <td className="table-cell max-md:hidden">
        <OrganisationOf user={user} tab={tab} />
      </td>
      <td className="table-cell max-md:hidden">{user.role_type_name}</td>
      <td className="table-cell max-md:hidden">
        {tab === 'other' ? (
          <Pill tone={userStatusLabels[user.status].tone}>{userStatusLabels[user.status].text}</Pill>
        ) : (
          <SecondFactor user={user} />
        )}
      </td>
      <td className="table-cell whitespace-nowrap text-ink-2 max-md:hidden">
        {moment === null ? 'never' : formatAgo(moment)}
      </td>
      <td className="table-cell py-1! text-right">
        <RowEnd user={user} />
      </td>
    </tr>
  )
}

function OrganisationOf({ user, tab }: { user: User; tab: UserTabId }) {
  if (!isUnlisted(user)) return user.organisation_name ?? <span className="text-ink-3">none</span>
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <Icon of={TriangleAlert} className="text-warn" />
      {user.organisation_name}, not listed
      {tab === 'waiting' && <ChooseOrganisationButton user={user} />}
    </span>
  )
}

/** What the mail server said of the last email, so that an admin can correct the address or ask the person. */
function UndeliveredMail({ user: { mail_failure: failure } }: { user: User }) {
  if (failure === null) return null
  return (
    <span className="mt-0.5 flex items-start gap-1.5 text-small text-warn">
      <Icon of={TriangleAlert} size={14} className="mt-0.5 shrink-0" />
      <span className="min-w-0 break-words">
        Email not delivered ({formatAgo(failure.failed_at)}): {failure.reason}
      </span>
    </span>
  )
}

const ChooseOrganisationButton = ({ user }: { user: User }) => (
  <button
    type="button"
    className="text-small text-button"
    aria-label={`Choose the organisation of ${userFullName(user)}`}
    onClick={() => openEdit(user)}
  >
    Choose…
  </button>
)

const SecondFactor = ({ user }: { user: User }) =>
  user.otp_enabled ? (
    <Pill tone="ok">
      <Icon of={Check} size={12} />
      on
    </Pill>
  ) : (
    <span className="text-ink-3">off</span>
  )

/** The menu, or why there is none. */
function RowEnd({ user }: { user: User }) {
  const me = useStore($session).user?.details
  if (!me) return null
  const protection = protectionOf(user, me)
  if (protection !== null)
    return (
      <span className="inline-flex max-w-34 items-center gap-1.5 text-left text-small text-ink-2">
        <Icon of={Lock} size={14} />
        {protection}
      </span>
    )
  const actions = actionsOn(user, me)
  return (
    <Menu
      label={`Actions for ${userFullName(user)}`}
      trigger={<Icon of={Ellipsis} />}
      triggerClass={`${buttonClass({ kind: 'quiet', size: 's' })} w-7 px-0!`}
      head={
        <p className="mb-1 max-w-72 border-0 border-b border-line border-solid px-3 pt-1 pb-2 text-small text-ink-3 break-words">
          {[userFullName(user), user.organisation_name, `number ${user.user_id}`].filter(Boolean).join(', ')}
        </p>
      }
      actions={actions.flatMap(action => [
        ...(action === 'delete' ? (['line'] as const) : []),
        {
          label: actionLabels[action],
          icon: userActionIcons[action],
          isDanger: action === 'delete',
          onSelect: () => runAction(action, user)
        }
      ])}
    />
  )
}
