import { shareableAddress } from '#browser/features/explorer/export/export-context.ts'
import { showToast } from '#browser/stores/toasts.ts'

/** Copies a link with every choice of the page. */
export async function copyLink(): Promise<void> {
  try {
    await navigator.clipboard.writeText(shareableAddress())
    showToast({ text: 'The link is copied. It opens with the same choices.', status: 'success' })
  } catch {
    // The browser may refuse the clipboard; the address bar still has the link.
    showToast({ text: 'The link could not be copied. Copy it from the address bar.', status: 'warning' })
  }
}
