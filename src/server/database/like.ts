/** A `like` pattern for texts that contain a typed one, whose wildcards are taken literally. */
export const likePattern = (typed: string): string => `%${typed.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
