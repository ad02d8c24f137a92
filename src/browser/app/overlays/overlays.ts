// Toasts, dialogs, the session warning, the version banner, the notice about invalid choices in an address, the F6 key and what keeps the focus in sight,
// in one chunk. It is preloaded when the page is idle, because it cannot be loaded once the connection is lost or after a deployment.
export { RefusedChoices } from '#browser/app/layouts/refused-choices.tsx'
export { keepFocusInSight } from '#browser/app/focus-in-sight.ts'
export { moveToRegion } from '#browser/app/move-to-region.ts'
export { default as ModalHost } from './modal-host.tsx'
export { default as SessionHost } from './session-overlay.tsx'
export { default as ToastArea } from './toast-area.tsx'
export { default as VersionBanner } from './version-banner.tsx'
