import { hash } from 'node:crypto'

export const sha256 = (content: string | Buffer): string => hash('sha256', content, 'hex')

/** The form in which a Content-Security-Policy names an inline script or style. */
export const policyHash = (content: string): string => `'sha256-${hash('sha256', content, 'base64')}'`
