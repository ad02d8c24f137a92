import { IconButton } from '#browser/ui/button.tsx'
import { Icon } from '#browser/ui/icon.tsx'
import { Check, Info, TriangleAlert, X, type IconPath } from '#browser/ui/icons/icon-paths.ts'
import { CircleAlert } from '#browser/ui/icons/rare-icon-paths.ts'

export type ToastStatus = 'success' | 'warning' | 'error' | 'info'

// Spec 3: orange for warning, red for error, green for success, blue for info.
export const toastLooks: Record<ToastStatus, { icon: IconPath; line: string; text: string; word: string }> = {
  success: { icon: Check, line: 'border-l-toast-success', text: 'text-toast-success', word: 'Done' },
  warning: {
    icon: TriangleAlert,
    line: 'border-l-toast-warning',
    text: 'text-toast-warning',
    word: 'Warning'
  },
  error: { icon: CircleAlert, line: 'border-l-toast-error', text: 'text-toast-error', word: 'Error' },
  info: { icon: Info, line: 'border-l-toast-info', text: 'text-toast-info', word: 'Note' }
}

export function ToastCard({
  text,
  status,
  onClose
}: {
  text: string
  status: ToastStatus
  onClose: () => void
}) {
  const look = toastLooks[status]
  return (
    <div
      data-status={status}
      role={status === 'error' ? 'alert' : 'status'}
      className={`float flex items-start gap-2.5 w-90 max-w-full py-3 pl-3.5 pr-2 border-l-4 ${look.line} animate-[fade-in_120ms]`}
    >
      <Icon of={look.icon} className={`mt-0.5 ${look.text}`} />
      <p className="flex-1 min-w-0 break-words">
        <span className="sr-only">{look.word}: </span>
        {text}
      </p>
      <IconButton icon={X} label="Close message" size="s" className="-my-1" onClick={onClose} />
    </div>
  )
}
