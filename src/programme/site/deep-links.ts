/** Below these the route table has paths with parameters: they have no file, so hosts answer with the shell. */
export const DEEP_LINKS: readonly string[] = ['/projects', '/surveys', '/verify']
