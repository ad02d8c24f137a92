/** Why a call failed. Without a connection no server has spoken, so say that, and what becomes of what was asked. */
export const failureText = (error: string, whenOffline: string): string =>
  navigator.onLine ? error : `You are offline. ${whenOffline}`
