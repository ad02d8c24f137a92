/** Below these the route table has addresses with variable parts: no file stands there, so hosts answer with the shell. */
export const DEEP_LINKS: readonly string[] = ['/projects', '/surveys', '/verify']
