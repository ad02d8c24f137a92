import { shareableAddress } from '#browser/features/explorer/export/export-context.ts'
import { showToast } from '#browser/stores/toasts.ts'
import { Button, type ButtonLook } from '#browser/ui/button.tsx'
import { Link2 } from '#browser/ui/icons/chart-icon-paths.ts'

/** Copies a link with every choice of the page. */
export function CopyLink({ kind = 'plain' }: Pick<ButtonLook, 'kind'>) {
  return (
    <Button size="s" kind={kind} icon={Link2} onClick={() => copyLink()}>
      Copy link
    </Button>
  )
}

export async function copyLink(): Promise<void> {
  try {
    await navigator.clipboard.writeText(shareableAddress())
    showToast({ text: 'The link is copied. It opens with the same choices.', status: 'success' })
  } catch {
    // The browser may refuse the clipboard; the address bar still has the link.
    showToast({ text: 'The link could not be copied. Copy it from the address bar.', status: 'warning' })
  }
}
