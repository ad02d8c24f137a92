/** Why a change failed. Without a connection no server has spoken, so say that, and what becomes of what was asked. */
export const failureText = (
  error: string,
  whenOffline = 'Nothing has changed. Try again when you are online.'
): string => (navigator.onLine ? error : `You are offline. ${whenOffline}`)
