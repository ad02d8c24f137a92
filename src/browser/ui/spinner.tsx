/** A small progress indicator; 16 px, in the colour of the text. */
export function Spinner({ label }: { label?: string }) {
  return (
    <span
      className="inline-block w-4 h-4 flex-none rounded-full border-2 border-solid border-current border-r-transparent animate-spin opacity-70"
      {...(label ? { role: 'status', 'aria-label': label } : { 'aria-hidden': true })}
    />
  )
}
