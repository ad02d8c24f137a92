/** The message of whatever was thrown, for a log line or a command's output. */
export function messageOf(error: unknown): string {
  // Of a host with several addresses, none of which could be reached.
  if (error instanceof AggregateError && error.message === '') return messageOf(error.errors[0])
  return error instanceof Error ? error.message : String(error)
}
