import { defineConfig } from 'vitest/config'

const project = (name: string, environment: 'node' | 'happy-dom' = 'node', timeout = 60_000) => ({
  test: { name, environment, include: [`tests/${name}/**/*.test.{ts,tsx}`], testTimeout: timeout, hookTimeout: 180_000 },
  oxc: { jsx: { runtime: 'automatic' as const } }
})

export default defineConfig({
  test: {
    // Two cores: more workers only take each other's time.
    maxWorkers: 2,
    projects: [
      project('pure'),
      project('client', 'happy-dom'),
      project('server'),
      project('build'),
      project('architecture', 'node', 120_000)
    ]
  }
})
