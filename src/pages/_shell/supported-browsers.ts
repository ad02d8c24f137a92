import { BROWSERS } from '#sites/browsers.ts'

/** The oldest browsers that the site runs in, as the page names them to older ones. */
export const supportedBrowsers = `Chrome or Edge ${BROWSERS.chrome}, Firefox ${BROWSERS.firefox} or Safari ${BROWSERS.safari}`
