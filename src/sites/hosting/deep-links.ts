/** The route table's paths with parameters are below these. They have no files, so hosts serve the shell. */
export const DEEP_LINKS: readonly string[] = ['/projects', '/surveys', '/verify']
