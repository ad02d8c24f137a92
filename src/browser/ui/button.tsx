import type { LucideIcon } from 'lucide-react'
import type { ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react'
import { Icon } from './icon.tsx'
import { Spinner } from './spinner.tsx'

export interface ButtonLook {
  /** One `main` per screen, in the programme's colour. */
  kind?: 'main' | 'plain' | 'quiet' | 'danger' | undefined
  /** s in toolbars and grids, m elsewhere, l on standalone forms. */
  size?: 's' | 'm' | 'l' | undefined
}

const kinds = { main: 'btn-main', plain: 'btn', quiet: 'btn-quiet', danger: 'btn-danger' }
const sizes = { s: 'btn-s', m: '', l: 'btn-l' }

/** The classes of a button, for links that look like one. */
export function buttonClass({ kind = 'plain', size = 'm' }: ButtonLook = {}): string {
  return `${kinds[kind]} ${sizes[size]}`
}

interface ButtonProps extends ButtonLook, ButtonHTMLAttributes<HTMLButtonElement> {
  icon?: LucideIcon
  trailingIcon?: LucideIcon
  /** Shows a spinner and ignores clicks; the label stays, so that nothing moves. */
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
  // A button that were `disabled` meanwhile would lose the focus.
  const ignore = (event: MouseEvent): void => event.preventDefault()
  return (
    <button
      type="button"
      className={`${buttonClass({ kind, size })} ${className}`}
      disabled={disabled}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? ignore : onClick}
      {...rest}
    >
      {busy ? <Spinner /> : icon && <Icon of={icon} />}
      {children}
      {trailingIcon && <Icon of={trailingIcon} />}
    </button>
  )
}

interface IconButtonProps extends Omit<ButtonProps, 'icon' | 'children' | 'trailingIcon'> {
  icon: LucideIcon
  label: string
}

export function IconButton({
  icon,
  label,
  kind = 'quiet',
  size = 'm',
  className = '',
  ...rest
}: IconButtonProps) {
  const width = size === 's' ? 'w-7' : size === 'l' ? 'w-10' : 'w-8'
  return (
    <button
      type="button"
      className={`${buttonClass({ kind, size })} px-0! ${width} ${className}`}
      aria-label={label}
      title={label}
      {...rest}
    >
      <Icon of={icon} />
    </button>
  )
}
