import { describe, expect, it } from 'vitest'
import { PATIENCE, start } from './server.ts'

describe('a start with wrong settings', PATIENCE, () => {
  it('lists every fault with the way to mend it, and exits with 1 before anything is made', async () => {
    const { ended, output } = start({
      DATA_DIR: '/nowhere/at/all',
      PORT: '70000',
      DEMO: 'perhaps',
      PUBLIC_URL: 'plaza.test',
      DATABASE_URL: 'mysql://root:hunter2hunter2@db/plaza',
      TRUST_PROXY: '-1',
    })
    expect(await ended).toBe(1)
    const lines = output().trim().split('\n')
    expect(lines[0]).toBe('Settings that are wrong:')
    for (const name of ['PORT', 'DEMO', 'PUBLIC_URL', 'DATABASE_URL', 'TRUST_PROXY'])
      expect(lines.filter((line) => line.startsWith(`  ${name} is `) && line.includes('It must be '))).toHaveLength(1)
    expect(lines).toHaveLength(6)
    expect(output()).not.toContain('hunter2')
  })

  it('refuses a weak key in production, without repeating it', async () => {
    const SECRET_KEY = 'my-secret-key-that-is-long-enough-to-count'
    const { ended, output } = start({ DATA_DIR: '/nowhere/at/all', NODE_ENV: 'production', SECRET_KEY })
    expect(await ended).toBe(1)
    expect(output()).toMatch(
      /^Settings that are wrong:\n {2}SECRET_KEY is weak \(.+\)\. It must be 32 or more random characters/,
    )
    expect(output()).not.toContain(SECRET_KEY)
  })
})
