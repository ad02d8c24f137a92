// Toasts, dialogs, the session warning, the version banner and what an address names in vain, in one chunk that is preloaded when the page
// is idle: when the connection is lost or after a deployment it is too late.
export { RefusedChoices } from '#browser/app/layouts/refused-choices.tsx'
export { default as ModalHost } from './modal-host.tsx'
export { default as SessionHost } from './session-overlay.tsx'
export { default as ToastArea } from './toast-area.tsx'
export { default as VersionBanner } from './version-banner.tsx'
