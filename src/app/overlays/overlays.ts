// Toasts, dialogs, the session warning and the version banner in one chunk that is fetched when the page is idle: what comes when the connection is lost, or after a
// deployment, cannot be fetched then.
export { default as ModalHost } from './modal-host.tsx'
export { default as SessionHost } from './session-overlay.tsx'
export { default as ToastArea } from './toast-area.tsx'
export { default as VersionBanner } from './version-banner.tsx'
