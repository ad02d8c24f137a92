import { Link2 } from 'lucide-react'
import { Button, type ButtonLook } from '#browser/ui/button.tsx'
import { copyLink } from './copy-address.ts'

export function CopyLink({ kind = 'plain' }: Pick<ButtonLook, 'kind'>) {
  return (
    <Button size="s" kind={kind} icon={Link2} onClick={() => void copyLink()}>
      Copy link
    </Button>
  )
}
