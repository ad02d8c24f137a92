import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { useOffered } from '#browser/api/offered.ts'
import { reloadPage } from '#browser/navigation/leave.ts'
import { $isModalHeld, $modal, closeModal, openModal } from '#browser/stores/modals.ts'
import { $session } from '#browser/stores/session.ts'
import { Late } from '#browser/ui/late.tsx'
import { Tabs } from '#browser/ui/tabs.tsx'
import { listApiKeys } from '#contract/api-keys.ts'
import { listOwnSessions } from '#contract/own-sessions.ts'
import { chunk } from '#lib/chunk.ts'
import { loadOwnSessions } from './account.ts'
import { PasswordTab } from './password-tab.tsx'
import { ProfileTab } from './profile-tab.tsx'
import { SecondFactorTab } from './second-factor-tab.tsx'
import { SessionsTab } from './sessions-tab.tsx'

const keysTab = chunk(() => import('./keys-tab.tsx'))

const tabs = [
  { id: 'profile', label: 'Profile' },
  { id: 'password', label: 'Password' },
  { id: 'two-factor', label: 'Two-factor' },
  { id: 'sessions', label: 'Sessions' },
  { id: 'keys', label: 'API keys' }
] as const
type AccountTabId = (typeof tabs)[number]['id']

const ACCOUNT_PANEL = 'account-panel'

/** Product 4: the user's own account. */
export function AccountDialog() {
  const [chosenTab, setTab] = useState<AccountTabId>('profile')
  const isHeld = useStore($isModalHeld)
  const hasSessions = useOffered(listOwnSessions)
  // An API without the list of sessions has the specification's account and no more.
  const hasKeys = useOffered(listOwnSessions, listApiKeys)
  // With the dialog: whether there is a tab of sessions is known only once they have been asked for.
  useEffect(() => void loadOwnSessions(), [])
  const details = useStore($session).user?.details
  if (!details) return null
  const offeredTabs = tabs.filter(({ id }) =>
    id === 'sessions' ? hasSessions : id === 'keys' ? hasKeys : true
  )
  const tab = offeredTabs.find(({ id }) => id === chosenTab)?.id ?? 'profile'
  return (
    <>
      <div inert={isHeld} className={isHeld ? 'opacity-50' : undefined}>
        <Tabs
          label="Your account"
          className="-mt-3 mb-4 flex-wrap"
          panelId={ACCOUNT_PANEL}
          tabs={offeredTabs}
          selected={tab}
          onSelect={setTab}
        />
      </div>
      <div id={ACCOUNT_PANEL} role="tabpanel" aria-label={tabs.find(({ id }) => id === tab)?.label}>
        {tab === 'profile' && <ProfileTab details={details} />}
        {tab === 'password' && <PasswordTab details={details} />}
        {tab === 'two-factor' && <SecondFactorTab details={details} />}
        {tab === 'sessions' && <SessionsTab />}
        {tab === 'keys' && <Late code={keysTab}>{({ KeysTab }) => <KeysTab details={details} />}</Late>}
      </div>
    </>
  )
}

/** Opens a mandatory setup, on whichever screen: it closes only with a second factor or by logging out. */
export function requireSecondFactor(logOut: () => Promise<void>): void {
  if ($modal.get().component === RequiredSecondFactor) return
  const onLogOut = () => {
    closeModal()
    void logOut()
  }
  openModal({
    component: RequiredSecondFactor,
    isCloseable: false,
    props: { title: 'Set up two-factor authentication', onLogOut }
  })
}

function RequiredSecondFactor({ onLogOut }: { onLogOut: () => void }) {
  const details = useStore($session).user?.details
  // The page's earlier requests were refused, so it loads everything again.
  return details ? <SecondFactorTab details={details} demand={{ onDone: reloadPage, onLogOut }} /> : null
}
