// Everyone may read and write what the tests of a server create, unless its own code forbids it. A thread cannot set this, so the process of all of them
// does.

let umask: number

export function setup(): void {
  umask = process.umask(0)
}

export function teardown(): void {
  process.umask(umask)
}
