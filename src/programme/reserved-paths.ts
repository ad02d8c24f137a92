// Addresses of a site's own files. No redirect may use them.

/** The page for every deep link, by its URL: hosts that hide `.html` redirect if a rule names the file. */
export const SHELL = '/app'
export const SHELL_FILE = `${SHELL}.html`
export const NOT_FOUND_PAGE = '/404.html'
export const NOT_FOUND_TEXT = '/not-found.txt'
export const FILES_ONLY: readonly string[] = ['/assets', '/builds', '/fonts', '/images']
