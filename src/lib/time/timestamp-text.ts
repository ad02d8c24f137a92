// Times in replies.

export const timestampText = (date: Date | null): string | null => date?.toISOString() ?? null

/** Of a time that the database has put into JSON, in its own form. */
export const jsonTimestamp = (text: string | null): string | null => text && new Date(text).toISOString()
