import type { ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react'
import { Icon, Spinner } from './icon.tsx'
import type { IconPath } from './icons/icon-paths.ts'
import { usePending } from './pending.ts'

export interface ButtonLook {
  /** One `main` per screen, in the programme's colour. */
  kind?: 'main' | 'plain' | 'quiet' | 'danger' | undefined
  /** s in toolbars and grids, m elsewhere, l on standalone forms. */
  size?: 's' | 'm' | 'l' | undefined
}

const buttonKinds = { main: 'btn-main', plain: 'btn', quiet: 'btn-quiet', danger: 'btn-danger' }
const buttonSizes = { s: 'btn-s', m: '', l: 'btn-l' }

/** The classes of a button, for links that look like one. */
export function buttonClass({ kind = 'plain', size = 'm' }: ButtonLook = {}): string {
  return `${buttonKinds[kind]} ${buttonSizes[size]}`
}

interface ButtonProps extends ButtonLook, Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'onClick'> {
  icon?: IconPath
  trailingIcon?: IconPath
  /** A button is busy until the promise of its action settles: it shows a spinner and ignores clicks. */
  onClick?: ((event: MouseEvent<HTMLButtonElement>) => unknown) | undefined
  /** Busy with an action that another component started. */
  busy?: boolean
  children?: ReactNode
  ref?: Ref<HTMLButtonElement>
}

/** A button with a label. For an icon alone use IconButton, which requires a name. */
export function Button({
  kind,
  size,
  icon,
  trailingIcon,
  busy = false,
  disabled,
  className = '',
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const [isPending, start] = usePending()
  // The label stays, so that nothing moves; a `disabled` button would lose the focus.
  const isBusy = busy || isPending
  return (
    <button
      type="button"
      className={`${buttonClass({ kind, size })} ${className}`}
      disabled={disabled}
      aria-disabled={isBusy || undefined}
      aria-busy={isBusy || undefined}
      onClick={event => (isBusy ? event.preventDefault() : start(() => onClick?.(event)))}
      {...rest}
    >
      {isBusy ? <Spinner /> : icon && <Icon of={icon} />}
      {children}
      {trailingIcon && <Icon of={trailingIcon} />}
    </button>
  )
}

interface IconButtonProps extends Omit<ButtonProps, 'icon' | 'children' | 'trailingIcon'> {
  icon: IconPath
  label: string
}

export function IconButton({ label, kind = 'quiet', size = 'm', className = '', ...rest }: IconButtonProps) {
  const width = size === 's' ? 'w-7' : size === 'l' ? 'w-10' : 'w-8'
  return (
    <Button
      kind={kind}
      size={size}
      className={`px-0! ${width} ${className}`}
      aria-label={label}
      title={label}
      {...rest}
    />
  )
}
