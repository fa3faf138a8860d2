import { expect, test, vi } from 'vitest'
import { findCommand, usage } from '../../src/cli/commands.ts'
import { cli, PATIENCE } from './processes.ts'

vi.setConfig({ testTimeout: PATIENCE })

test('what is not understood is told with the usage, and nothing is done', async () => {
  const missing = await cli({}, 'user', 'create', 'somebody')
  expect(missing).toEqual({
    code: 2,
    out: '',
    err: expect.stringMatching(/^--email is missing\.\n\nUsage: .*\n\n {2}user create /),
  })
  const unknown = await cli({}, 'user', 'destroy', 'all')
  expect(unknown).toEqual({ code: 2, out: '', err: `There is no command user destroy all.\n\n${usage()}\n` })
})

test.each([
  ['user create --email a@b.example', 'The username is missing.'],
  ['user revoke-sessions one two', 'Too many words: two'],
  ['user promote somebody --developer-type king', '--developer-type is one of'],
  ['user promote somebody --demote --admin', '--demote takes everything away'],
  ['user disable-2fa somebody --force', "Unknown option '--force'"],
  ['migrate deploy now', 'Too many words: now'],
  ['doctor everything', 'Too many words: everything'],
])('%s is not understood', (line, complaint) => {
  const found = findCommand(line.split(' '))
  expect(() => found?.command.read(found.args)).toThrow(complaint)
})

test('--help shows every command, or the one it is asked of', async () => {
  const all = await cli({}, '--help')
  expect(all).toEqual({ code: 0, out: `${usage()}\n`, err: '' })
  for (const name of ['create', 'promote', 'disable-2fa', 'revoke-sessions'])
    expect(all.out).toContain(`  user ${name} <username>`)
  for (const name of ['migrate status', 'migrate deploy', 'doctor']) expect(all.out).toContain(`\n  ${name}`)
  const one = await cli({}, 'user', 'create', '--help')
  expect(one).toMatchObject({ code: 0, out: expect.stringContaining('--password') })
  expect(one.out).not.toContain('doctor')
})

test('settings that are wrong are told, all at once', async () => {
  const ended = await cli({ PORT: 'x', JOBS: 'maybe' }, 'migrate', 'status')
  expect(ended).toEqual({ code: 1, out: '', err: expect.stringMatching(/PORT is "x"[\s\S]*JOBS is "maybe"/) })
})
