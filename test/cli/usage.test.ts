import { expect, test } from 'vitest'
import { findCommand, usageText } from '../../src/cli/commandList.ts'
import { runCli, runCliProcess } from './childProcesses.ts'

test('unknown arguments are reported with the usage, and nothing is done', async () => {
  const missing = await runCliProcess({}, 'user', 'create', 'somebody')
  expect(missing).toEqual({
    code: 2,
    out: '',
    err: expect.stringMatching(/^--email is missing\.\n\nUsage: .*\n\n {2}user create /),
  })
  const unknown = await runCli({}, 'user', 'destroy', 'all')
  expect(unknown).toEqual({ code: 2, out: '', err: `There is no command user destroy all.\n\n${usageText()}\n` })
})

test.each([
  ['user create --email a@b.example', 'The username is missing.'],
  ['user revoke-sessions one two', 'Too many words: two'],
  ['user promote somebody --developer-type king', '--developer-type is one of'],
  ['user promote somebody --demote --admin', '--demote takes everything away'],
  ['user disable-2fa somebody --force', "Unknown option '--force'"],
  ['inventory grant', 'The username is missing.'],
  ['inventory grant somebody thing', 'The id of a template is missing: invt_…'],
  ['subscription grant', 'The person is missing.'],
  ['subscription grant somebody', 'The subscription is missing.'],
  ['subscription revoke', 'The person is missing.'],
  ['subscription grant somebody plus-monthly now', 'Too many words: now'],
  ['migrate deploy now', 'Too many words: now'],
  ['doctor everything', 'Too many words: everything'],
])('the command line %s is refused', (line, complaint) => {
  const found = findCommand(line.split(' '))
  expect(() => found?.command.read(found.args)).toThrow(complaint)
})

test('--help shows every command, or the requested one', async () => {
  const all = await runCli({}, '--help')
  expect(all).toEqual({ code: 0, out: `${usageText()}\n`, err: '' })
  for (const name of ['create', 'promote', 'disable-2fa', 'revoke-sessions'])
    expect(all.out).toContain(`  user ${name} <username>`)
  for (const name of ['grant', 'revoke']) expect(all.out).toContain(`  subscription ${name} <user> <subscription>`)
  for (const name of ['migrate status', 'migrate deploy', 'doctor']) expect(all.out).toContain(`\n  ${name}`)
  const one = await runCli({}, 'user', 'create', '--help')
  expect(one).toMatchObject({ code: 0, out: expect.stringContaining('--password') })
  expect(one.out).not.toContain('doctor')
})

test('invalid settings are reported all at once', async () => {
  const ended = await runCli({ PORT: 'x', JOBS: 'maybe' }, 'migrate', 'status')
  expect(ended).toEqual({ code: 1, out: '', err: expect.stringMatching(/PORT is "x"[\s\S]*JOBS is "maybe"/) })
})
