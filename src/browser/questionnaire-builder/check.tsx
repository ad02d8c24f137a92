import { Checkbox } from '#browser/forms/checkbox.tsx'
interface CheckProps {
  label: string
  isOn: boolean
  onChange: (isOn: boolean) => void
  disabled?: boolean
}

export function LabelledSwitch({ label, isOn, onChange, disabled }: CheckProps) {
  return (
    <label className="inline-flex items-center gap-1.5 text-small">
      <Checkbox checked={isOn} disabled={disabled} onChange={onChange} />
      {label}
    </label>
  )
}
