/** The message for a failed change. Offline it says so, and what happens to the change. */
export const failureText = (
  error: string,
  whenOffline = 'Nothing has changed. Try again when you are online.'
): string => (navigator.onLine ? error : `You are offline. ${whenOffline}`)

/** For an action whose code is loaded on first use. */
export const NOT_LOADED_TEXT = 'Part of the site could not be loaded. Check your connection and try again.'
