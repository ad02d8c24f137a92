/** The message of whatever was thrown, for a log line or a command's output. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
