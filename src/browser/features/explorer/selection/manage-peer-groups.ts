import { showToast } from '#browser/stores/toasts.ts'
import { chunk } from '#lib/chunk.ts'

/** Most readers only choose among the groups that are there. */
const dialog = chunk(() => import('#browser/features/explorer/peers/peer-groups-dialog.tsx'))

export async function managePeerGroups(onChoose: (ids: number[]) => void): Promise<void> {
  try {
    const { openPeerGroups } = await dialog.load()
    openPeerGroups(onChoose)
  } catch {
    showToast({
      text: 'The peer groups could not be opened. Check your connection and try again.',
      status: 'error'
    })
  }
}
