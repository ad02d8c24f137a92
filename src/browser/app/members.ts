// What pages behind the login need.
export { default as DefaultLayout } from './layouts/default-layout.tsx'
export * from './start/project-checks.ts'
export { startSignedInTasks } from './start/signed-in-tasks.ts'
