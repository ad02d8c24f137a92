/** Below these the route table has paths with parameters, without files: hosts serve the shell. */
export const DEEP_LINKS: readonly string[] = ['/projects', '/surveys', '/verify']
