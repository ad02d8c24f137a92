import { useState } from 'react'
import { showToast } from '#browser/stores/toasts.ts'
import { Button } from '#browser/ui/button.tsx'
import { Check, CopyIcon } from '#browser/ui/icons/icon-paths.ts'

export function CopyButton({ text, label }: { text: string; label: string }) {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
    } catch {
      showToast({
        text: 'Your browser blocked copying. Select the text and copy it.',
        status: 'error'
      })
    }
  }
  return (
    <Button size="s" icon={isCopied ? Check : CopyIcon} onClick={copy}>
      {isCopied ? 'Copied' : label}
    </Button>
  )
}
