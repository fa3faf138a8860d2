import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { trimLog } from '../../../src/platform/database/embedded/postmaster.ts'

test('a log of more than 8 MiB is moved to another file, which is the only one', () => {
  const folder = mkdtempSync(join(tmpdir(), 'plaza-log-'))
  const log = join(folder, 'db.log')
  writeFileSync(log, 'short')
  trimLog(log)
  expect(existsSync(`${log}.1`)).toBe(false)
  for (const letter of ['a', 'b']) {
    writeFileSync(log, letter.repeat(9 * 1024 * 1024))
    trimLog(log)
    expect([statSync(log).size, readFileSync(`${log}.1`, 'utf8')[0]]).toEqual([0, letter])
  }
  rmSync(`${log}.1`)
  mkdirSync(`${log}.1`)
  writeFileSync(log, 'c'.repeat(9 * 1024 * 1024))
  expect(() => trimLog(log)).not.toThrow()
  expect(statSync(log).size).toBe(0)
  rmSync(folder, { recursive: true })
})
