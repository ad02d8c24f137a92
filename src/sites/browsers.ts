/**
 * The oldest browsers that the site runs in. The build's target, the page's sentence for older ones and README follow it;
 * src/pages/_shell/too-old.js tests for features that came with these versions. tests/pages/browsers.test.ts checks the built code.
 */
export const BROWSERS = {
  chrome: '111',
  edge: '111',
  firefox: '121',
  safari: '16.4',
  safari_ios: '16.4'
} as const

/** The sentence of the page for older browsers names them so. */
export const supportedBrowsers = `Chrome or Edge ${BROWSERS.chrome}, Firefox ${BROWSERS.firefox} or Safari ${BROWSERS.safari}`

/** As Vite and its CSS minifier name them. */
export const buildTarget: string[] = Object.entries(BROWSERS).map(
  ([name, version]) => name.replace('safari_ios', 'ios') + version
)
