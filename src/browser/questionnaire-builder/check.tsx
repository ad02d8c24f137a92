interface CheckProps {
  label: string
  isOn: boolean
  onChange: (isOn: boolean) => void
  disabled?: boolean
}

export function LabelledSwitch({ label, isOn, onChange, disabled }: CheckProps) {
  return (
    <label className="inline-flex items-center gap-1.5 text-small">
      <input
        type="checkbox"
        checked={isOn}
        disabled={disabled}
        onChange={event => onChange(event.target.checked)}
      />
      {label}
    </label>
  )
}
