import { useStore } from '@nanostores/react'
import { $allKeys, KEYS_PER_PAGE, loadAllKeys } from '#browser/api-keys/api-keys.ts'
import { KeyList } from '#browser/api-keys/key-list.tsx'
import { NotReady } from '#browser/ui/not-ready.tsx'
import { EmptyNotice } from '#browser/ui/notice.tsx'
import { Pager } from '#browser/ui/pager.tsx'

/** Everyone's API keys, which admins can revoke. */
export function KeysPanel({ page, onPage }: { page: number; onPage: (page: number) => void }) {
  return (
    <div className="card px-4 py-2">
      <KeysContent page={page} onPage={onPage} />
    </div>
  )
}

function KeysContent({ page, onPage }: { page: number; onPage: (page: number) => void }) {
  const keys = useStore($allKeys)
  if (keys.state !== 'ready')
    return <NotReady of={keys} what="The API keys" lines={4} onRetry={() => loadAllKeys()} />
  const { api_keys: rows, total } = keys.value
  if (total === 0)
    return (
      <EmptyNotice
        title="No API keys"
        text="Users create keys under “Your account”, so that programs can read what they can read."
      />
    )
  return (
    <>
      <KeyList keys={rows} hasOwners />
      <Pager
        page={page}
        pageSize={KEYS_PER_PAGE}
        total={total}
        role="status"
        className="py-2"
        onPage={onPage}
      />
    </>
  )
}
