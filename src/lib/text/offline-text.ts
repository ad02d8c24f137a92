/** The message for a failed change. Offline it says so, and what happens to the change. */
export const failureText = (
  error: string,
  whenOffline = 'Nothing has changed. Try again when you are online.'
): string => (navigator.onLine ? error : `You are offline. ${whenOffline}`)
