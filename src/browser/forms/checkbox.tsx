import type { ComponentProps } from 'react'

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'onChange'> {
  onChange: (isChecked: boolean) => void
}

export const Checkbox = ({ className = '', onChange, ...rest }: CheckboxProps) => (
  <input
    type="checkbox"
    className={`accent-brand-mark ${className}`}
    onChange={event => onChange(event.target.checked)}
    {...rest}
  />
)
