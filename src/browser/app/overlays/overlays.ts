// Toasts, dialogs, the session warning and the version banner in one chunk that is preloaded when the page
// is idle: when the connection is lost or after a deployment it is too late.
export { default as ModalHost } from './modal-host.tsx'
export { default as SessionHost } from './session-overlay.tsx'
export { default as ToastArea } from './toast-area.tsx'
export { default as VersionBanner } from './version-banner.tsx'
