import { useStore } from '@nanostores/react'
import { Link } from 'wouter'
import { openAccount } from '#browser/app/account-modal.ts'
import { confirmAndLogOut } from '#browser/app/log-out.ts'
import { $session } from '#browser/stores/session.ts'
import { buttonClass } from '#browser/ui/button.tsx'
import { Icon } from '#browser/ui/icon.tsx'
import { ChevronDown, LogIn, LogOut, UserRound } from '#browser/ui/icons/icon-paths.ts'
import { Menu } from '#browser/ui/popover/menu.tsx'
import { Skeleton } from '#browser/ui/skeleton.tsx'
import { initials } from '#lib/format.ts'
import { paths } from '#programme/paths.ts'

export function UserMenu() {
  const { isAuthenticated, user } = useStore($session)
  if (!isAuthenticated) {
    return (
      <Link href={paths.login()} className={buttonClass()}>
        <Icon of={LogIn} />
        Log in
      </Link>
    )
  }
  if (!user?.details) return <Skeleton className="h-8 w-36" />
  const { first_name, last_name, organisation_name, role_type_name, email_address } = user.details
  const name = `${first_name} ${last_name}`
  return (
    <Menu
      triggerClass="flex flex-none items-center gap-2 rounded px-1.5 py-1 text-left hover:bg-sunken max-sm:ml-auto"
      trigger={
        <>
          <span
            aria-hidden="true"
            className="h-7 w-7 flex-none rounded-full bg-brand-tint grid place-items-center text-tiny font-semibold text-brand-text"
          >
            {initials(first_name, last_name)}
          </span>
          <span className="sr-only">Account: </span>
          <span className="grid max-w-52 max-lg:sr-only">
            <span className="cut">{name}</span>
            <span className="cut text-tiny text-ink-3">{organisation_name ?? role_type_name}</span>
          </span>
          <Icon of={ChevronDown} />
        </>
      }
      head={
        <div className="mb-1 border-0 border-b border-line border-solid px-3 pt-1 pb-2 text-small">
          <p className="font-medium">{role_type_name}</p>
          <p className="text-ink-3">{email_address}</p>
        </div>
      }
      actions={[
        { label: 'Your account…', icon: UserRound, onSelect: () => void openAccount() },
        { label: 'Log out', icon: LogOut, onSelect: () => void confirmAndLogOut() }
      ]}
    />
  )
}
